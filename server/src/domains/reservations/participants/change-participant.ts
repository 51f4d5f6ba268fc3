import { nameAmong } from '@passeio/contract/reservations/participant-names';
import type { ParticipantChange } from '@passeio/contract/reservations/participants';
import type { PartyBoarding, ReservationDetails } from '@passeio/contract/reservations/reservations';
import { ADULT_AGE } from '@passeio/contract/trips/pricing';
import { type Actor, type Changes, callerOfActor, changesBetween } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { saveAnswers } from '../reservation/answers.ts';
import { openDetails, readDetails } from '../reservation/load-reservations.ts';
import type { ParticipantRow } from '../reservation/participants.queries.ts';
import { dataColumns, fareColumns, hasOwnData, nobody, type Person } from '../reservation/person.ts';
import { boardingChanges, recordReservationAudit } from '../reservation/reservation-audit.ts';
import { requireGivenFares } from '../reservation/reservations.policy.ts';
import { endAuthorization } from '../reservation/travel-authorization.ts';
import { heldColumns, holdOfAdded } from './add-participant.ts';
import { answerChanges, answering } from './change-answers.ts';
import { fareAfterChange } from './fare-by-age.ts';
import { adultOf, ageIn, type OpenParty, openParty, personOf, requireChangeable } from './open-party.ts';
import { endLink } from './participant-links.queries.ts';
import { auditFields, saveParty } from './save-party.ts';

/** A participant of a reservation. */
export interface ParticipantKey {
  reservationId: string;
  participantId: string;
}

/**
 * Changes a participant's data, answers, companion or fare, or replaces the person. Throws what a link that replaces
 * somebody in a paid place lacks as proof. Whom a client puts from a lap or a free place on a paid one of a booked
 * reservation is held like whom they add.
 */
export async function changeParticipant(
  trx: DatabaseTransaction,
  actor: Actor,
  { reservationId, participantId }: ParticipantKey,
  change: ParticipantChange,
): Promise<ReservationDetails> {
  const party = await openParty(trx, actor, reservationId);
  const isChanged = await applyChange(trx, actor, party, personOf(party, participantId), change);
  return isChanged ? readDetails(trx, reservationId, callerOfActor(actor)) : openDetails(trx, actor, reservationId);
}

/** Changes where the whole party boards; null: to be agreed. */
export async function changePartyBoarding(
  trx: DatabaseTransaction,
  actor: Actor,
  reservationId: string,
  { boardingPointId }: PartyBoarding,
): Promise<ReservationDetails> {
  const party = await openParty(trx, actor, reservationId);
  const point = boardingPointId?.toLowerCase() ?? null;
  const numbered = party.people.map((one, index) => ({ ...one, number: index + 1 }));
  const moved = numbered.filter((one) => one.boarding_point_id !== point);
  if (moved.length === 0) return openDetails(trx, actor, reservationId);
  const people: Person[] = party.people.map((one) => ({ ...one, boarding_point_id: point }));
  const partyChanges = await saveParty(trx, party, people);
  const changes = { ...boardingChanges(party.trip, moved, point), ...partyChanges };
  await recordReservationAudit(trx, actor, party, { action: 'reservation.changed', changes });
  return readDetails(trx, reservationId, callerOfActor(actor));
}

/** Applies a change to a participant of a locked party, with its audit entry. Returns whether anything changed. */
export async function applyChange(
  trx: DatabaseTransaction,
  actor: Actor,
  party: OpenParty,
  before: ParticipantRow,
  change: ParticipantChange,
): Promise<boolean> {
  const { person: after, isChosenFare } = changed(party, before, change);
  const isOther = change.replaces === true || isSomebodyElse(before, after);
  if (isOther || isChosenFare) requireChangeable(party);
  if (after.fare_id !== before.fare_id) requireGivenFares(actor.caller, party.fares, [after.fare_id]);
  if (isOther) requireProofOfPaid(actor, party);
  if (change.replaces) await endLink(trx, before.id);
  if (isOther) await endAuthorization(trx, before.id);
  const paysAnew = paysForPlace(after) && !paysForPlace(before) && before.held_until === null;
  const hold = paysAnew ? await holdOfAdded(trx, party) : null;
  if (hold) Object.assign(after, heldColumns(party, after.price_cents, hold.until));
  const people: Person[] = party.people.map((one) => (one.id === before.id ? after : { ...one }));
  const partyChanges = await saveParty(trx, party, people);
  hold?.requirePause(after);
  const answered = await saveAnswers(trx, answering(party, before.id), change.answers ?? [], { replaces: isOther });
  const changes: Changes = {
    ...changesBetween(auditFields(party, before, party.people), auditFields(party, after, people)),
    ...partyChanges,
    ...answerChanges(answered),
    ...(hold && after.held_until && { holdExpiresAt: [null, after.held_until.toISOString()] }),
  };
  if (Object.keys(changes).length === 0) return false;
  await recordReservationAudit(trx, actor, party, {
    action: isOther ? 'reservation.participant_replaced' : 'reservation.participant_changed',
    changes: { participant: [null, nameAmong(before, party.people)], ...changes },
  });
  return true;
}

// A paid place in somebody else's name is worth its price: the holder of a link proves to be the payer.
function requireProofOfPaid({ caller }: Actor, { reservation }: OpenParty): void {
  if (caller?.lacksProof && reservation.received_cents > 0) throw new AppError(caller.lacksProof);
}

function paysForPlace({ takes_place, price_cents }: Pick<Person, 'takes_place' | 'price_cents'>): boolean {
  return takes_place && price_cents > 0;
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
  const wasComplete = hasOwnData(before);
  const differs = identifying.some((column) => before[column] !== null && before[column] !== after[column]);
  return wasComplete && before.name !== after.name && differs;
}
