import { randomUUIDv7 } from 'node:crypto';
import type { ParticipantDraft } from '@passeio/contract/reservations/participants';
import type { ReservationDetails } from '@passeio/contract/reservations/reservations';
import { type Actor, callerOfActor, changesBetween } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { readDetails } from '../load-reservations.ts';
import { recordReservationAudit } from '../reservation-audit.ts';
import { fareOfNew } from './fare-by-age.ts';
import { adultOf, type OpenParty, openParty, requireChangeable } from './open-party.ts';
import { dataColumns, fareColumns, nobody, type Person } from './person.ts';
import { auditFields, settleParty } from './settle-party.ts';

/**
 * Adds a participant, for the fare's price of now.
 * Throws RESERVATION_NOT_FOUND, RESERVATION_OVER, TRIP_DEPARTED, TRIP_INACTIVE, PARTICIPANTS_FIXED, FARE_UNKNOWN,
 * FARE_BY_AGE, NO_FARE_FOR_AGE and what {@link settleParty} throws.
 */
export async function addParticipant(
  trx: DatabaseTransaction,
  actor: Actor,
  reservationId: string,
  draft: ParticipantDraft,
): Promise<ReservationDetails> {
  const caller = callerOfActor(actor);
  const party = await openParty(trx, caller, reservationId);
  requireChangeable(party);
  // Not on sale: its places are staff's to give.
  if (party.editor !== 'staff' && !party.trip.is_active) throw new AppError('TRIP_INACTIVE');
  const person = newPerson(party, draft);
  const people: Person[] = [...party.people.map((one) => ({ ...one })), person];
  const settled = await settleParty(trx, party, people);
  await recordReservationAudit(trx, actor, party, {
    action: 'reservation.participant_added',
    changes: { ...changesBetween({}, auditFields(party, person, people)), ...settled },
  });
  return readDetails(trx, reservationId, caller);
}

function newPerson(party: OpenParty, draft: ParticipantDraft): Person {
  const { fareId, birthdate = null, companionId } = draft;
  const id = randomUUIDv7();
  return {
    id,
    ...nobody,
    ...fareColumns(fareOfNew(party, { birthdate, fareId })),
    ...dataColumns(draft),
    companion_id: companionId ? adultOf(party, { id }, companionId).id : null,
  };
}
