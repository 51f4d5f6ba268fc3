import { mayHappen } from '@passeio/contract/reservation-states';
import { dueCentsOf } from '@passeio/contract/reservations/reservation-status';
import type { Fare } from '@passeio/contract/trips/fares';
import { hoursByDay } from '@passeio/contract/trips/pricing';
import { type Caller, isStaff, requirePermission } from '../../../platform/http/access.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { ReservationRow } from './reservations.queries.ts';

const HOUR_MS = 3_600_000;

/** To anyone but its payer a reservation does not exist (404). */
export function ownsReservation(caller: Caller, reservation: Pick<ReservationRow, 'user_id'>): boolean {
  return reservation.user_id === caller.id;
}

/** Payer and staff see a reservation and its people, and change them. */
export function mayOpen(caller: Caller, reservation: Pick<ReservationRow, 'user_id'>): boolean {
  return isStaff(caller) || ownsReservation(caller, reservation);
}

/** A note is changed and deleted by who wrote it, and by administrators. */
export function mayChangeNote(caller: Caller, { author_id }: { author_id: string }): boolean {
  return caller.role === 'ADMIN' || author_id === caller.id;
}

/**
 * Payer and staff may cancel in every state that the state table allows, until departure; of a departure that does not
 * take place while there is a choice to be made.
 */
export function mayCancel(
  { state, choose_until }: Pick<ReservationRow, 'state' | 'choose_until'>,
  departsAt: Date,
  now: Date,
): boolean {
  return mayHappen('cancel', state) && (departsAt > now || choose_until !== null);
}

/**
 * Fares for staff are given like discounts. `given`: without those that somebody had before. Throws FORBIDDEN.
 */
export function requireGivenFares(
  caller: Caller | null,
  fares: readonly Pick<Fare, 'id' | 'audience'>[],
  given: readonly string[],
): void {
  const isOfStaff = (id: string) => fares.some((fare) => fare.id === id && fare.audience === 'staff');
  if (given.some(isOfStaff)) requirePermission(caller, 'confirm_money');
}

/** Payer and staff fill in data of participants, and staff changes who they are, until departure. */
export function mayFillIn({ is_active }: Pick<ReservationRow, 'is_active'>, departsAt: Date, now: Date): boolean {
  return is_active && departsAt > now;
}

/** Payer and staff add extras and take them out until departure; the payer while the trip is on sale. */
export function mayChangeExtras(
  reservation: Pick<ReservationRow, 'is_active'>,
  trip: { departs_at: Date; cancelled_at: Date | null; is_active: boolean },
  { caller, now }: { caller: Caller; now: Date },
): boolean {
  return mayFillIn(reservation, trip.departs_at, now) && !trip.cancelled_at && (isStaff(caller) || trip.is_active);
}

interface PartyTerms {
  departs_at: Date;
  transfer_hours: number;
  time_zone: string;
}

/** Until when the payer adds, removes and replaces people. */
export function partyChangesUntil({ departs_at, transfer_hours, time_zone }: PartyTerms): Date {
  const hours = hoursByDay(transfer_hours, { departsAt: departs_at, timeZone: time_zone });
  return new Date(Math.round(departs_at.getTime() - hours * HOUR_MS));
}

/** The payer adds, removes and replaces people until the operator's deadline. */
export function mayChangeParty(reservation: Pick<ReservationRow, 'is_active'>, terms: PartyTerms, now: Date): boolean {
  return reservation.is_active && partyChangesUntil(terms) > now;
}

/** The places are kept only until it is known whether they were paid in time. */
export function isPastDeadline(hold: HoldClock, now: Date): boolean {
  const { state, hold_expires_at: deadline } = hold;
  return state === 'held' && !isClockStopped(hold) && deadline !== null && deadline <= now;
}
type HoldClock = ClockRow & Pick<ReservationRow, 'hold_expires_at'>;

/**
 * A Pix code or the address of a card's payment can be asked for until departure and within the deadline of a hold,
 * while something is due and the trip takes place, by the means that there are.
 */
export function mayPay(
  reservation: HoldClock & Pick<ReservationRow, 'total_cents'>,
  { departs_at, trip_cancelled_at }: { departs_at: Date; trip_cancelled_at: Date | null },
  now: Date,
): boolean {
  if (trip_cancelled_at || isPastDeadline(reservation, now)) return false;
  const { state, total_cents: totalCents, received_cents: receivedCents } = reservation;
  return departs_at > now && dueCentsOf({ state, totalCents, receivedCents }) > 0;
}

/**
 * The receipt that waits stops the clock of the hold, which happens once in a hold; a guide's cash that covers the
 * deposit stops it until staff decides.
 */
export function isClockStopped(row: ClockRow): boolean {
  const { receipt_submitted_at: waiting, clock_stopped_at: stopped } = row;
  if (waiting !== null && waiting.getTime() === stopped?.getTime()) return true;
  return row.state !== 'requested' && row.guide_cents >= Math.max(row.deposit_cents - row.received_cents, 1);
}
type ClockRow = Pick<
  ReservationRow,
  'state' | 'receipt_submitted_at' | 'clock_stopped_at' | 'guide_cents' | 'deposit_cents' | 'received_cents'
>;

interface AheadTrip {
  departs_at: Date;
  archived_at: Date | null;
  cancelled_at: Date | null;
}

/** Staff gives an expired reservation its places back until departure, if they are free. */
export function mayReinstate(
  { state }: Pick<ReservationRow, 'state'>,
  { departs_at, archived_at, cancelled_at }: AheadTrip,
  now: Date,
): boolean {
  return mayHappen('reinstate', state) && archived_at === null && cancelled_at === null && departs_at > now;
}

/** Throws unless staff may put people on a trip: drafts too, but no archived trip. */
export function requireTripAhead(trip: AheadTrip, now: Date): void {
  if (trip.cancelled_at !== null) throw new AppError('TRIP_CANCELLED');
  if (trip.archived_at !== null) throw new AppError('TRIP_INACTIVE');
  if (trip.departs_at <= now) throw new AppError('TRIP_DEPARTED');
}
