import { everyRole, route } from '../route.ts';
import { enrolment, quoteRequest, reservation, reservationList, reservationQuote } from './reservations.ts';

/** What pages of trips call for a client. */
export const enrolmentRoutes = {
  // The specification's spelling.
  enrol: route('POST', '/trips/enrrol/:tripId', {
    access: everyRole,
    summary: 'Reserve places for a party; without a body one adult place for the caller',
    body: enrolment,
    answer: reservation,
    status: 201,
    once: true,
  }),
  quote: route('POST', '/quotes', {
    access: 'anyone',
    summary: 'What a party with its extras costs, line by line; nothing is held',
    body: quoteRequest,
    answer: reservationQuote,
  }),
  list: route('GET', '/reservations/me', {
    access: everyRole,
    summary: "The caller's reservations, the newest first",
    answer: reservationList,
  }),
};
