import { route, staff } from '../route.ts';
import { z } from '../zod.ts';
import { roadList, roadListExport, roadListFreeze } from './road-lists.ts';

/** The passenger list that is closed for the road, in its versions. */
export const roadListRoutes = {
  read: route('GET', '/trips/:tripId/road-list', {
    access: staff,
    summary: 'The closed passenger lists of a trip, and what has changed since',
    answer: roadList,
  }),
  freeze: route('POST', '/trips/:tripId/road-list/versions', {
    access: staff,
    summary: 'Close the passenger list as its next version; the newest stays if nothing has changed',
    body: roadListFreeze,
    answer: roadList,
    status: 201,
    once: true,
    largeBody: true,
  }),
  exportVersion: route('GET', '/trips/:tripId/road-list/versions/:version/export', {
    access: staff,
    summary: 'A closed passenger list as a file',
    params: { version: z.coerce.number().int().min(1).max(10_000) },
    query: roadListExport,
  }),
};
