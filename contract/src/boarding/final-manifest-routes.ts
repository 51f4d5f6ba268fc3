import { route, staff } from '../route.ts';
import { z } from '../zod.ts';
import { finalManifest, finalManifestExport, finalManifestFreeze } from './final-manifest.ts';

/** The final manifest of a trip, in its versions. */
export const finalManifestRoutes = {
  read: route('GET', '/trips/:tripId/road-list', {
    access: staff,
    summary: 'The closed passenger lists of a trip, and what has changed since',
    answer: finalManifest,
  }),
  freeze: route('POST', '/trips/:tripId/road-list/versions', {
    access: staff,
    summary: 'Close the passenger list as its next version; the newest stays if nothing has changed',
    body: finalManifestFreeze,
    answer: finalManifest,
    status: 201,
    once: true,
    largeBody: true,
  }),
  exportVersion: route('GET', '/trips/:tripId/road-list/versions/:version/export', {
    access: staff,
    summary: 'A closed passenger list as a file',
    params: { version: z.coerce.number().int().min(1).max(10_000) },
    query: finalManifestExport,
  }),
};
