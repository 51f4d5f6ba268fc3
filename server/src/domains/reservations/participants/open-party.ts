import type { Fare } from '@passeio/contract/trips/fares';
import { type Actor, callerOfActor } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { isStaff } from '../../../platform/http/access.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { readReservationRules } from '../../settings/index.ts';
import { listFares, presentFare, type TripRow } from '../../trips/index.ts';
import { lockContactOfGuest } from '../../users/index.ts';
import { listLines, type StoredLine } from '../reservation/lines.ts';
import { lockWithTrip } from '../reservation/lock-reservation.ts';
import { listParticipants, type ParticipantRow } from '../reservation/participants.queries.ts';
import { ageOf, type Departure, isAdult, type Seat } from '../reservation/party.ts';
import { mayChangeParty, mayFillIn, mayOpen } from '../reservation/reservations.policy.ts';
import { findReservation, type ReservationRow } from '../reservation/reservations.queries.ts';

/** Who changes a party: its payer, staff, or a participant through their link. */
export type Editor = 'payer' | 'staff' | 'participant';

/** A reservation and its trip, locked, with everything that the rules of changing its people read. */
export interface OpenParty {
  editor: Editor;
  trip: TripRow;
  reservation: ReservationRow;
  /** Without the removed ones, in order. */
  people: ParticipantRow[];
  /** Lines of these people and of the reservation as a whole. */
  lines: StoredLine[];
  /** All fares of the trip. */
  fares: Fare[];
  departure: Departure;
  transferHours: number;
  /** The user who changes it; the payer where that is nobody's account. */
  by: string;
  /** The editor's address, by which unpaid places are counted. */
  network: string | null;
  /** The payer's telephone, locked, by which unpaid places of people without an account are counted. */
  guestContact: string | null;
  now: Date;
}

/** Throws RESERVATION_NOT_FOUND also for anybody but payer and staff. */
export async function openParty(trx: DatabaseTransaction, actor: Actor, reservationId: string): Promise<OpenParty> {
  const caller = callerOfActor(actor);
  const found = await findReservation(trx, reservationId);
  if (!found || !mayOpen(caller, found)) throw new AppError('RESERVATION_NOT_FOUND');
  // Before the trip, as where guests reserve.
  const guestContact = caller.byLink ? await lockContactOfGuest(trx, caller.id) : null;
  const party = await lockParty(trx, reservationId, isStaff(caller) ? 'staff' : 'payer', caller.id);
  return { ...party, network: actor.network, guestContact };
}

/** Throws PARTICIPANT_LINK_OVER for a participant in place of why. */
export async function lockParty(
  trx: DatabaseTransaction,
  reservationId: string,
  editor: Editor,
  by?: string,
): Promise<OpenParty> {
  const { trip, reservation } = await lockWithTrip(trx, reservationId);
  const { time_zone, transfer_hours, now } = await readReservationRules(trx);
  if (trip.cancelled_at && editor !== 'participant') throw new AppError('TRIP_CANCELLED');
  if (!mayFillIn(reservation, trip.departs_at, now)) {
    if (editor === 'participant') throw new AppError('PARTICIPANT_LINK_OVER');
    throw new AppError(reservation.is_active ? 'TRIP_DEPARTED' : 'RESERVATION_OVER');
  }
  return {
    editor,
    trip,
    reservation,
    people: await listParticipants(trx, [reservationId], time_zone),
    lines: await listLines(trx, [reservationId]),
    fares: (await listFares(trx, [trip.id])).map(presentFare),
    departure: { departsAt: trip.departs_at, timeZone: time_zone },
    transferHours: transfer_hours,
    by: by ?? reservation.user_id,
    network: null,
    guestContact: null,
    now,
  };
}

/** Throws PARTICIPANTS_FIXED after the deadline until which clients decide who travels. */
export function requireChangeable({ editor, reservation, trip, departure, transferHours, now }: OpenParty): void {
  const terms = { departs_at: trip.departs_at, transfer_hours: transferHours, time_zone: departure.timeZone };
  if (editor !== 'staff' && !mayChangeParty(reservation, terms, now)) throw new AppError('PARTICIPANTS_FIXED');
}

/** An active participant. Throws PARTICIPANT_NOT_FOUND. */
export function personOf({ people }: OpenParty, participantId: string): ParticipantRow {
  const found = people.find((one) => one.id === participantId.toLowerCase());
  if (!found) throw new AppError('PARTICIPANT_NOT_FOUND');
  return found;
}

/** The fares that the editor may choose from. */
export function offeredFares({ editor, fares }: OpenParty): Fare[] {
  return editor === 'staff' ? fares : fares.filter(({ audience }) => audience === 'public');
}

export function isAdultOf({ fares, departure }: Pick<OpenParty, 'fares' | 'departure'>, one: Seat): boolean {
  return isAdult(one, fares, departure);
}

/** The adult of the party with this id, other than `person`. Throws COMPANION_NOT_ADULT. */
export function adultOf(party: OpenParty, person: Pick<ParticipantRow, 'id'>, companionId: string): ParticipantRow {
  const companion = party.people.find((one) => one.id === companionId.toLowerCase() && one.id !== person.id);
  if (!companion || !isAdultOf(party, companion)) throw new AppError('COMPANION_NOT_ADULT');
  return companion;
}

/** Complete years on the departure date; undefined without a birth date. */
export function ageIn({ departure }: OpenParty, { birthdate }: { birthdate?: string | null }): number | undefined {
  return birthdate ? ageOf(birthdate, departure) : undefined;
}
