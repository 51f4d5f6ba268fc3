import { randomUUIDv7 } from 'node:crypto';
import type { ParticipantDraft } from '@passeio/contract/reservations/participants';
import type { ParticipantAddition, ReservationDetails } from '@passeio/contract/reservations/reservations';
import { depositOf } from '@passeio/contract/trips/pricing';
import { type Actor, callerOfActor, changesBetween } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { requirePauseOver } from '../../inventory/index.ts';
import { readReservationRules } from '../../settings/index.ts';
import { saveAnswers } from '../reservation/answers.ts';
import { holdDeadline } from '../reservation/deadlines.ts';
import { readDetails } from '../reservation/load-reservations.ts';
import { dataColumns, fareColumns, nobody, type Person } from '../reservation/person.ts';
import { recordReservationAudit } from '../reservation/reservation-audit.ts';
import { requireGivenFares } from '../reservation/reservations.policy.ts';
import { answerChanges, answering } from './change-answers.ts';
import { fareOfNew } from './fare-by-age.ts';
import { lastLetGo } from './held-people.ts';
import { adultOf, type OpenParty, openParty, requireChangeable } from './open-party.ts';
import { writeRoomsWithMore } from './party-rooms.ts';
import { auditFields, saveParty } from './save-party.ts';

const MINUTE_MS = 60_000;

/**
 * Adds a participant, for the fare's price of now. Whom a client adds to a booked reservation is held until the deposit
 * for them is paid. Throws FORBIDDEN for a fare that the caller may not give.
 */
export async function addParticipant(
  trx: DatabaseTransaction,
  actor: Actor,
  reservationId: string,
  { rooms, ...draft }: ParticipantAddition,
): Promise<ReservationDetails> {
  const caller = callerOfActor(actor);
  const party = await openParty(trx, actor, reservationId);
  requireChangeable(party);
  // Not on sale: its places are staff's to give.
  if (party.editor !== 'staff' && !party.trip.is_active) throw new AppError('TRIP_INACTIVE');
  const hold = await holdOfAdded(trx, party);
  const person = newPerson(party, draft, hold.until);
  requireGivenFares(caller, party.fares, [person.fare_id]);
  const people: Person[] = [...party.people.map((one) => ({ ...one })), person];
  const partyChanges = await saveParty(trx, party, people, await writeRoomsWithMore(trx, party, people, rooms));
  hold.requirePause(person);
  const answered = await saveAnswers(trx, answering(party, person.id), draft.answers ?? []);
  await recordReservationAudit(trx, actor, party, {
    action: 'reservation.participant_added',
    changes: {
      ...changesBetween({}, auditFields(party, person, people)),
      ...partyChanges,
      ...answerChanges(answered),
      ...(person.held_until && { holdExpiresAt: [null, person.held_until.toISOString()] }),
    },
  });
  return readDetails(trx, reservationId, caller);
}

/**
 * Until when somebody is held who pays for a place more in a booked reservation; null where staff adds them. Who comes
 * instead of people who left unpaid or went on a lap, or comes back from there, is held no longer than they were.
 * `requirePause` throws HOLD_PAUSED, unless they are paid for already or the pause is over.
 */
export async function holdOfAdded(trx: DatabaseTransaction, { editor, reservation, trip, now }: OpenParty) {
  const rules = await readReservationRules(trx);
  const since = new Date(now.getTime() - rules.pause_minutes * MINUTE_MS);
  const letGo = await lastLetGo(trx, reservation.id, since);
  const deadline = holdDeadline(rules, now, trip.departs_at);
  const until = letGo && letGo.held_until < deadline ? letGo.held_until : deadline;
  return {
    until: editor !== 'staff' && reservation.state === 'booked' ? until : null,
    requirePause: ({ held_until }: Person) => {
      if (held_until && held_until <= now) requirePauseOver(letGo?.left_at ?? null, rules, now);
    },
  };
}

/** The columns of somebody's own hold; empty where no deposit is asked of them. */
export function heldColumns({ trip }: OpenParty, priceCents: number, held_until: Date | null) {
  const held_deposit_cents = depositOf(priceCents, trip.deposit_percent);
  const isHeld = held_until !== null && held_deposit_cents > 0;
  return isHeld
    ? { held_until, held_deposit_cents, let_go_until: null }
    : { held_until: null, held_deposit_cents: null };
}

function newPerson(party: OpenParty, draft: ParticipantDraft, held_until: Date | null): Person {
  const { fareId, birthdate = null, companionId } = draft;
  const id = randomUUIDv7();
  const fare = fareOfNew(party, { birthdate, fareId });
  return {
    id,
    ...nobody,
    let_go_until: null,
    ...heldColumns(party, fare.priceCents, held_until),
    ...fareColumns(fare),
    ...dataColumns(draft),
    companion_id: companionId ? adultOf(party, { id }, companionId).id : null,
  };
}
