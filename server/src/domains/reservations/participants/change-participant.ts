import { nameAmong } from '@passeio/contract/reservations/participant-names';
import type { ParticipantChange } from '@passeio/contract/reservations/participants';
import type { ReservationDetails } from '@passeio/contract/reservations/reservations';
import { ADULT_AGE } from '@passeio/contract/trips/pricing';
import { type Actor, callerOfActor, changesBetween } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { readDetails } from '../load-reservations.ts';
import { recordReservationAudit } from '../reservation-audit.ts';
import { fareAfterChange } from './fare-by-age.ts';
import { adultOf, ageIn, type OpenParty, openParty, personOf, requireChangeable } from './open-party.ts';
import { endLink } from './participant-links.queries.ts';
import type { ParticipantRow } from './participants.queries.ts';
import { dataColumns, fareColumns, nobody, type Person } from './person.ts';
import { auditFields, settleParty } from './settle-party.ts';

/** A participant of a reservation. */
export interface ParticipantKey {
  reservationId: string;
  participantId: string;
}

/**
 * Changes a participant's data, companion or fare, or replaces the person.
 * Throws RESERVATION_NOT_FOUND, PARTICIPANT_NOT_FOUND, RESERVATION_OVER, TRIP_DEPARTED, PARTICIPANTS_FIXED,
 * FARE_UNKNOWN, FARE_BY_AGE, NO_FARE_FOR_AGE and what {@link settleParty} throws.
 */
export async function changeParticipant(
  trx: DatabaseTransaction,
  actor: Actor,
  { reservationId, participantId }: ParticipantKey,
  change: ParticipantChange,
): Promise<ReservationDetails> {
  const caller = callerOfActor(actor);
  const party = await openParty(trx, caller, reservationId);
  await applyChange(trx, actor, party, personOf(party, participantId), change);
  return readDetails(trx, reservationId, caller);
}

/** Applies a change to a participant of a locked party, with its audit entry. */
export async function applyChange(
  trx: DatabaseTransaction,
  actor: Actor,
  party: OpenParty,
  before: ParticipantRow,
  change: ParticipantChange,
): Promise<void> {
  const { person: after, isChosenFare } = changed(party, before, change);
  const isOther = change.replaces === true || isSomebodyElse(before, after);
  if (isOther || isChosenFare) requireChangeable(party);
  if (change.replaces) await endLink(trx, before.id);
  const people: Person[] = party.people.map((one) => (one.id === before.id ? after : { ...one }));
  const settled = await settleParty(trx, party, people);
  const changes = {
    ...changesBetween(auditFields(party, before, party.people), auditFields(party, after, people)),
    ...settled,
  };
  if (Object.keys(changes).length === 0) return;
  await recordReservationAudit(trx, actor, party, {
    action: isOther ? 'reservation.participant_replaced' : 'reservation.participant_changed',
    changes: { participant: [null, nameAmong(before, party.people)], ...changes },
  });
}

function changed(party: OpenParty, before: ParticipantRow, change: ParticipantChange) {
  // A lap child stays on its lap.
  const lap = before.takes_place ? null : before.companion_id;
  const base = change.replaces ? { ...before, ...nobody, companion_id: lap } : before;
  const person: Person = { ...base, ...dataColumns(change) };
  const { fare, isChosen } = fareAfterChange(party, before, { birthdate: person.birthdate, fareId: change.fareId });
  if (fare.id !== before.fare_id) Object.assign(person, fareColumns(fare));
  if (change.companionId) person.companion_id = adultOf(party, before, change.companionId).id;
  else if (change.companionId === null || isGrownUp(party, person)) person.companion_id = null;
  return { person, isChosenFare: isChosen };
}

function isGrownUp(party: OpenParty, person: Person): boolean {
  return person.takes_place && (ageIn(party, person) ?? 0) >= ADULT_AGE;
}

// A complete participant with another name and another birth date, CPF or document is another person, whatever the
// request calls it.
function isSomebodyElse(before: ParticipantRow, after: Person): boolean {
  const identifying = ['birthdate', 'cpf', 'document_number'] as const;
  const wasComplete = before.missing.every((field) => field === 'companionId');
  const differs = identifying.some((column) => before[column] !== null && before[column] !== after[column]);
  return wasComplete && before.name !== after.name && differs;
}
