import { cents, id, instant } from './fields.ts';
import { pageInfo, pageNumber, pageSize } from './pages.ts';
import { reservationStatuses } from './reservation-states.ts';
import { tripImage } from './trips.ts';
import { z } from './zod.ts';

/** The trip in a list of reservations. */
const reservedTrip = z.object({
  id,
  slug: z.string(),
  title: z.string(),
  date: instant,
  returnDate: instant,
  cardImage: tripImage.nullable(),
});

/**
 * A reservation. `priceCents` and `depositCents` were fixed when it was made; `receivedCents` is payments minus
 * refunds. `cancellable`: its owner may cancel now, or request it if money was received; `cancellationRequestedAt` is
 * null without an open request.
 */
export const reservation = z.object({
  id,
  code: z.string(),
  status: z.enum(reservationStatuses),
  places: z.int(),
  priceCents: cents,
  depositCents: cents,
  receivedCents: cents,
  cancellationRequestedAt: instant.nullable(),
  cancellable: z.boolean(),
  createdAt: instant,
  cancelledAt: instant.nullable(),
  trip: reservedTrip,
});
export type Reservation = z.infer<typeof reservation>;

export const reservationList = z.object({ data: z.array(reservation), page: pageInfo });
export type ReservationList = z.infer<typeof reservationList>;

/** A reservation as staff sees it. */
export const personReservation = reservation.omit({ cancellable: true, trip: true }).extend({
  channel: z.enum(['site', 'operator']),
  trip: reservedTrip.omit({ cardImage: true }),
});
export type PersonReservation = z.infer<typeof personReservation>;

export const personReservationPage = z.strictObject({ page: pageNumber.default(1), size: pageSize.default(10) });
export const personReservationList = z.object({ data: z.array(personReservation), page: pageInfo });
export type PersonReservationList = z.infer<typeof personReservationList>;

/** Unambiguous letters and digits (without 0/O, 1/I/L, 2/Z, 5/S, 8/B, U/V). */
export const RESERVATION_CODE_ALPHABET = '34679ACDEFGHJKMNPQRTVWXY';
export const RESERVATION_CODE_LENGTH = 6;
