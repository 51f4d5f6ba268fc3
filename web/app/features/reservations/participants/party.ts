import { ageLabel } from '@passeio/contract/fare-labels';
import type { Participant, ParticipantChange } from '@passeio/contract/reservations/participants';
import type { ReservationDetails } from '@passeio/contract/reservations/reservations';
import { requiredChange } from '@passeio/contract/trips/extra-rules';
import { extraText, pricedExtrasText } from '@passeio/contract/trips/extras';
import { ageOnDeparture, fareForAge } from '@passeio/contract/trips/fare-ages';
import type { Fare } from '@passeio/contract/trips/fares';
import { ADULT_AGE, isForAdults } from '@passeio/contract/trips/pricing';
import { may } from '~/features/session/user-store';
import { formatMoney } from '~/lib/formats';
import { emptyValues, type ParticipantValues, typedBirthdate, valuesOf } from './participant-form';

/** Younger travellers need somebody who accompanies them. */
const ALONE_FROM_AGE = 16;

/** What the fare of a person depends on. `fares`: those to choose from. */
export interface FareTerms {
  fares: readonly Fare[];
  /** Departure, ISO 8601. */
  departsAt: string;
  timeZone: string;
}

export interface FareDecision {
  /** Complete years on the departure date. */
  age: number;
  /** The fare that applies: the chosen one if it fits; undefined if none is for this age. */
  fare: Fare | undefined;
}

/**
 * The fare for somebody born on `birthdate` ("YYYY-MM-DD") for whom `fareId` was chosen. Undefined without a birth
 * date, and for a fare that is not to choose from: staff gave it, whatever the age.
 */
export function fareDecision(
  birthdate: string | null,
  fareId: string,
  { fares, departsAt, timeZone }: FareTerms,
): FareDecision | undefined {
  const chosen = fares.find(({ id }) => id === fareId);
  if (birthdate === null || !chosen) return undefined;
  const age = ageOnDeparture(birthdate, departsAt, timeZone);
  return { age, fare: fareForAge(fares, chosen, age) };
}

/** How a total changes, as "O total passa de R$ 473,00 para R$ 567,00." Amounts in centavos. */
export function totalChangeText(totalCents: number, newTotalCents: number): string {
  if (newTotalCents === totalCents) return `O total continua ${formatMoney(totalCents)}.`;
  return `O total passa de ${formatMoney(totalCents)} para ${formatMoney(newTotalCents)}.`;
}

/** Why another fare than the chosen one applies, and what it costs instead of `chosenCents`. */
export function fareByAgeText(age: number, { label, priceCents }: Fare, chosenCents: number): string {
  const price =
    priceCents === chosenCents
      ? 'pelo mesmo valor'
      : `${formatMoney(priceCents)} em vez de ${formatMoney(chosenCents)}`;
  return `Com ${ageLabel(age)} no dia da saída vale a tarifa ${label}: ${price}.`;
}

interface PartyMember {
  id: string;
  fareId: string;
  takesPlace: boolean;
  age: number | null;
  /** Known of a minor by the payer's link too, which hides the age. */
  minor: Participant['minor'];
  companionId: string | null;
}

/** Whether somebody needs a companion: a lap child, or a minor who may not travel alone. */
function needsCompanion({ age, takesPlace }: { age: number | null; takesPlace: boolean }): boolean {
  return !takesPlace || (age !== null && age < ALONE_FROM_AGE);
}

/** The adults of a reservation who can accompany `personId`; those with a free lap if it is a lap child. */
export function possibleCompanions<Member extends PartyMember>(
  people: readonly Member[],
  fares: readonly Fare[],
  { personId, onLap }: { personId: string | null; onLap: boolean },
): Member[] {
  const carrying = people.filter((one) => !one.takesPlace && one.id !== personId).map((one) => one.companionId);
  return people.filter((one) => {
    const fare = fares.find(({ id }) => id === one.fareId);
    const mayBeAdult = one.minor === null && one.takesPlace && (!fare || isForAdults(fare));
    const isAdult = one.age === null ? mayBeAdult : one.age >= ADULT_AGE;
    return one.id !== personId && isAdult && !(onLap && carrying.includes(one.id));
  });
}

/** What the form of a person needs to know of their reservation. */
export type Party = Pick<ReservationDetails, 'id' | 'totalCents' | 'participants' | 'lines' | 'rooms'> & {
  trip: Pick<
    ReservationDetails['trip'],
    | 'date'
    | 'returnDate'
    | 'fares'
    | 'extras'
    | 'boardingPoints'
    | 'questions'
    | 'placesLeft'
    | 'roomTypes'
    | 'shareDecisionDays'
  >;
};

/** The fares that the user may give; `current`: one that somebody has already. */
export function givableFares<One extends Pick<Fare, 'id' | 'audience'>>(
  fares: readonly One[],
  current?: string,
): One[] {
  return fares.filter(({ id, audience }) => audience === 'public' || id === current || may('confirm_money'));
}

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
  if (task.kind === 'fill') return valuesOf(task.participant, party.trip.questions);
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

export interface FareOutcome {
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
export function fareOutcome(
  values: ParticipantValues,
  task: ParticipantTask,
  party: Party,
  timeZone: string,
): FareOutcome {
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
  // A birth date that is masked and stays.
  const isMinor =
    isSame && birthdate === null && task.participant.masked?.birthdate !== undefined && person?.minor != null;
  return {
    age,
    decision: decision && decision.fare?.id !== values.fareId ? decision : undefined,
    fare,
    chosenCents: person?.priceCents ?? chosen?.priceCents ?? 0,
    needsCompanion: isMinor || needsCompanion({ age, takesPlace }),
    onLap: !takesPlace,
  };
}

/** How the required extras follow a person with this age and fare: what it costs more or less, and how it reads. */
export function requiredOutcome(
  { age, fare }: Pick<FareOutcome, 'age' | 'fare'>,
  task: ParticipantTask,
  { trip, lines }: Party,
): { cents: number; text: string } {
  const person = personOf(task);
  const isSame = task.kind === 'fill' && fare?.id === person?.fareId && age === person?.age;
  if (isSame || !fare) return { cents: 0, text: '' };
  const own = lines.filter(({ participantId }) => participantId === person?.id);
  const { lacking, ended } = requiredChange(trip.extras, { age, fare }, own);
  const priced = lacking.map(({ extra, quantity, isSoldOut }) => ({
    ...{ label: extra.label, quantity, totalCents: quantity * extra.priceCents, isSoldOut },
  }));
  const added = priced.filter(({ isSoldOut }) => !isSoldOut);
  const soldOut = priced.filter(({ isSoldOut }) => isSoldOut);
  const sum = (some: readonly { totalCents: number }[]) => some.reduce((all, { totalCents }) => all + totalCents, 0);
  const soldOutText = person ? 'Fica sem, pois esgotou' : 'Obrigatório, mas esgotado';
  const parts = [
    added.length > 0 && `Com o obrigatório: ${pricedExtrasText(added)}.`,
    ended.length > 0 && `Sai o que não é para esta idade: ${pricedExtrasText(ended)}.`,
    soldOut.length > 0 && `${soldOutText}: ${soldOut.map(extraText).join(', ')}.`,
  ];
  return { cents: sum(added) - sum(ended), text: parts.filter(Boolean).join(' ') };
}

/** What is sent: `change` with the fare that applies, and for another person everything that stands in the form. */
export function completeChange(
  change: ParticipantChange,
  task: ParticipantTask,
  { fare, needsCompanion: accompanied }: FareOutcome,
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
