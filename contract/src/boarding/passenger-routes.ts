import { reservationDetails, reservationQuote } from '../reservations/reservations.ts';
import { route, staff, staffWith } from '../route.ts';
import { z } from '../zod.ts';
import { finalManifest, finalManifestExport, finalManifestFreeze } from './final-manifest.ts';
import {
  boardingChange,
  candidateFilters,
  candidateList,
  exportChoice,
  passengerFilters,
  passengerList,
  passengerSheet,
  sheetChoice,
  staffBooking,
  staffQuoteRequest,
} from './passengers.ts';

/** The people of a trip. */
export const passengerRoutes = {
  list: route('GET', '/trips/:tripId/passengers', {
    access: staff,
    summary: 'People of a trip, with its totals',
    query: passengerFilters,
    answer: passengerList,
  }),
  readSheet: route('GET', '/trips/:tripId/passengers/sheet', {
    access: staff,
    summary: 'The passenger list to be printed',
    query: sheetChoice,
    answer: passengerSheet,
  }),
  exportSheet: route('GET', '/trips/:tripId/passengers/export', {
    access: staff,
    summary: 'The passenger list as a file',
    query: exportChoice,
  }),
  reserve: route('POST', '/trips/:tripId/passengers', {
    access: staff,
    summary: 'Reserve as staff for a payer in the office or on the telephone, and their party',
    body: staffBooking,
    answer: reservationDetails,
    status: 201,
    once: true,
    largeBody: true,
  }),
  quote: route('POST', '/trips/:tripId/passengers/quote', {
    access: staff,
    summary: 'What a staff booking costs, line by line; nothing is held',
    body: staffQuoteRequest,
    answer: reservationQuote,
  }),
  changeBoarding: route('PUT', '/trips/:tripId/passengers/boarding', {
    access: staff,
    summary: 'Change where people of a trip board, all of them or nobody; null: to be agreed',
    body: boardingChange,
    answer: z.object({}),
    largeBody: true,
  }),
  listCandidates: route('GET', '/trips/:tripId/candidates', {
    access: staff,
    summary: 'People who could be added to a trip: by name, CPF, e-mail or telephone; ten at most',
    query: candidateFilters,
    answer: candidateList,
  }),
};

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
    access: staffWith('see_documents'),
    summary: 'A closed passenger list as a file',
    params: { version: z.coerce.number().int().min(1).max(10_000) },
    query: finalManifestExport,
  }),
};
