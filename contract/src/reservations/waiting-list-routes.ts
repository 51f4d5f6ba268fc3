import { everyRole, route, staff } from '../route.ts';
import { z } from '../zod.ts';
import {
  capacityPreview,
  capacityPreviewQuery,
  ownWaitingList,
  tripWaitingList,
  waitingListAddition,
  waitingListEntry,
  waitingListFilters,
  waitingListRequest,
  waitingPerson,
  waitingPosition,
} from './waiting-list.ts';

export const waitingListRoutes = {
  join: route('POST', '/trips/:tripId/waiting-list', {
    access: everyRole,
    summary: 'Wait for places of a full trip',
    body: waitingListRequest,
    answer: waitingListEntry,
    status: 201,
    once: true,
  }),
  readOwn: route('GET', '/trips/:tripId/waiting-list', {
    access: everyRole,
    summary: "The caller's place in a trip's waiting list",
    answer: waitingListEntry,
  }),
  leave: route('DELETE', '/trips/:tripId/waiting-list', {
    access: everyRole,
    summary: "Leave a trip's waiting list",
    answer: z.object({}),
  }),
  listOwn: route('GET', '/waiting-list/me', {
    access: everyRole,
    summary: 'The lists on which the caller waits, the earliest departure first',
    answer: ownWaitingList,
  }),
  list: route('GET', '/trips/:tripId/waiting-list/entries', {
    access: staff,
    summary: 'The waiting list of a trip, in the order in which parties are asked, and the money it stands for',
    query: waitingListFilters,
    answer: tripWaitingList,
  }),
  add: route('POST', '/trips/:tripId/waiting-list/entries', {
    access: staff,
    summary: 'Put somebody who asked staff at the end of the waiting list',
    body: waitingListAddition,
    answer: waitingPerson,
    status: 201,
    once: true,
  }),
  previewCapacity: route('GET', '/trips/:tripId/waiting-list/preview', {
    access: staff,
    summary: 'Who would be offered places with another capacity',
    query: capacityPreviewQuery,
    answer: capacityPreview,
  }),
  move: route('PUT', '/trips/:tripId/waiting-list/entries/:entryId/position', {
    access: staff,
    summary: 'Put a waiting entry at another position',
    body: waitingPosition,
    answer: z.object({}),
  }),
  remove: route('DELETE', '/trips/:tripId/waiting-list/entries/:entryId', {
    access: staff,
    summary: 'Take somebody off the waiting list',
    answer: z.object({}),
  }),
  offer: route('POST', '/trips/:tripId/waiting-list/entries/:entryId/offer', {
    access: staff,
    summary: 'Offer free places to a waiting party, before its turn; no body',
    answer: waitingPerson,
    once: true,
  }),
};
