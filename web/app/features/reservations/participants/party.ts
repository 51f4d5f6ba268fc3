import type { Participant, ParticipantChange } from '@passeio/contract/reservations/participants';
import type { ReservationDetails } from '@passeio/contract/reservations/reservations';
import type { Fare } from '@passeio/contract/trips/fares';
import { ageOnDeparture } from '@passeio/contract/trips/pricing';
import { type FareDecision, type FareTerms, fareDecision, needsCompanion } from './fare-by-age';
import { emptyValues, type ParticipantValues, typedBirthdate, valuesOf } from './participant-values';

/** What the form of a person needs to know of their reservation. */
export type Party = Pick<ReservationDetails, 'id' | 'totalCents' | 'participants'> & {
  trip: Pick<ReservationDetails['trip'], 'date' | 'fares' | 'boardingPoints' | 'placesLeft'>;
};

/** What the form is for: a person's data, another person in their place, or one person more. */
export type ParticipantTask =
  | { kind: 'fill'; participant: Participant }
  | { kind: 'replace'; participant: Participant }
  | { kind: 'add'; fare: Fare };

/** The person whose place it is; undefined for a new one. */
export function personOf(task: ParticipantTask): Participant | undefined {
  return task.kind === 'add' ? undefined : task.participant;
}

/** What stands in the form at first. */
export function startValues(task: ParticipantTask, party: Party): ParticipantValues {
  if (task.kind === 'fill') return valuesOf(task.participant);
  // Where the others board, and on the lap of the one before.
  const { boardingPointId, companionId } = personOf(task) ?? { ...party.participants[0], companionId: null };
  return {
    ...emptyValues,
    boardingPointId: boardingPointId ?? '',
    companionId: companionId ?? '',
    fareId: task.kind === 'add' ? task.fare.id : task.participant.fareId,
  };
}

/** Name under which the form's unsaved changes are stored. */
export function draftName(task: ParticipantTask, party: Party): string {
  return `participante:${task.kind}:${personOf(task)?.id ?? party.id}`;
}

export interface Judged {
  /** Age on departure; null without a valid birth date. */
  age: number | null;
  /** Another fare than the chosen one applies, or none does. */
  decision: FareDecision | undefined;
  /** The fare that applies; undefined for one that is not to choose from. */
  fare: Fare | undefined;
  /** Centavos of the chosen fare, as it was fixed for this person. */
  chosenCents: number;
  needsCompanion: boolean;
  onLap: boolean;
}

/** What follows from the typed birth date: the fare, and whether somebody must accompany the person. */
export function judge(values: ParticipantValues, task: ParticipantTask, party: Party, timeZone: string): Judged {
  const terms: FareTerms = { fares: party.trip.fares, departsAt: party.trip.date, timeZone };
  const birthdate = typedBirthdate(values.birthdate);
  // The server keeps a fare, whatever the trip's ages are by now, while the birth date stays.
  const isSame = task.kind === 'fill' && birthdate === task.participant.birthdate;
  const decision = isSame ? undefined : fareDecision(birthdate, values.fareId, terms);
  const chosen = terms.fares.find(({ id }) => id === values.fareId);
  const person = personOf(task);
  const fare = decision?.fare ?? chosen;
  const age = birthdate === null ? null : ageOnDeparture(birthdate, party.trip.date, timeZone);
  const takesPlace = fare?.takesPlace ?? person?.takesPlace ?? true;
  return {
    age,
    decision: decision && decision.fare?.id !== values.fareId ? decision : undefined,
    fare,
    chosenCents: person?.priceCents ?? chosen?.priceCents ?? 0,
    needsCompanion: needsCompanion({ age, takesPlace }),
    onLap: !takesPlace,
  };
}

/** What is sent: `change` with the fare that applies, and for another person everything that stands in the form. */
export function completeChange(
  change: ParticipantChange,
  task: ParticipantTask,
  { fare, needsCompanion: accompanied }: Judged,
  values: ParticipantValues,
): ParticipantChange {
  const person = personOf(task);
  const priced = fare && fare.id !== person?.fareId ? { ...change, fareId: fare.id } : change;
  const freed = accompanied || !person?.companionId ? priced : { ...priced, companionId: null };
  if (task.kind === 'fill') return freed;
  const { boardingPointId, companionId, documentType } = values;
  const kept = {
    documentType: documentType as ParticipantChange['documentType'],
    boardingPointId: boardingPointId || null,
    companionId: (accompanied && companionId) || null,
  };
  return task.kind === 'replace' ? { ...kept, ...freed, replaces: true } : { ...kept, ...freed };
}
