import { ageLabel } from '@passeio/contract/fare-labels';
import { moneyText } from '@passeio/contract/money';
import { fareForAge, fitsAge } from '@passeio/contract/trips/fare-ages';
import type { Fare } from '@passeio/contract/trips/fares';
import { AppError } from '../../../platform/http/errors.ts';
import { ageIn, type Editor, type OpenParty, offeredFares } from './open-party.ts';

/** What decides a fare; `fareId`: the one that was chosen. */
interface Choice {
  birthdate: string | null;
  fareId?: string | undefined;
}

/** The fare of a new participant. Throws FARE_BY_AGE with a sentence about the fare that fits. */
export function fareOfNew(party: OpenParty, choice: Choice & { fareId: string }): Fare {
  return fittingFare(party, offeredFares(party), chosenAmong(offeredFares(party), choice.fareId), choice);
}

/**
 * The fare of a participant after a change, and whether the change is a choice rather than what their age demands. A
 * fare stays, whatever the trip's ages are by now, while neither it nor the birth date changes. Throws like
 * {@link fareOfNew}.
 */
export function fareAfterChange(
  party: OpenParty,
  before: { fare_id: string; birthdate: string | null },
  choice: Choice,
): { fare: Fare; isChosen: boolean } {
  const current = chosenAmong(party.fares, before.fare_id);
  const offered = offeredFares(party);
  const chosen =
    choice.fareId === undefined || choice.fareId === current.id ? current : chosenAmong(offered, choice.fareId);
  if (chosen === current && choice.birthdate === before.birthdate) return { fare: current, isChosen: false };
  const fare = fittingFare(party, offered, chosen, choice);
  const age = ageIn(party, choice);
  return { fare, isChosen: fare !== current && (age === undefined || fitsAge(current, age)) };
}

function chosenAmong(fares: readonly Fare[], id: string): Fare {
  const found = fares.find((one) => one.id === id.toLowerCase());
  if (!found) throw new AppError('FARE_UNKNOWN');
  return found;
}

function fittingFare(party: OpenParty, offered: readonly Fare[], chosen: Fare, choice: Choice): Fare {
  const age = ageIn(party, choice);
  if (age === undefined) return chosen;
  const fitting = fareForAge(offered, chosen, age);
  if (fitting === chosen) return chosen;
  const { editor } = party;
  if (fitting) throw new AppError('FARE_BY_AGE', { [birthdateOf[editor]]: fareByAgeText(fitting, age, editor) });
  const advice = editor === 'staff' ? '' : ' Fale com a gente.';
  throw new AppError('NO_FARE_FOR_AGE', { [birthdateOf[editor]]: noFareText(age) + advice });
}

// Where the birth date stands in the request's body.
const birthdateOf: Record<Editor, string> = {
  payer: 'birthdate',
  staff: 'birthdate',
  participant: 'fields.birthdate',
};

function fareByAgeText(fare: Fare, age: number, editor: Editor): string {
  if (editor === 'participant') return 'A idade muda a tarifa. Peça a quem fez a reserva para preencher.';
  return `${otherFareText(fare, age)} Confirme para salvar.`;
}

/** Which fare is somebody's of `age`. */
export function otherFareText(fare: Fare, age: number): string {
  return `Com ${ageLabel(age)} no dia da saída vale a tarifa ${fare.label}, de ${moneyText(fare.priceCents)}.`;
}

/** That a trip has no fare for somebody of `age`. */
export function noFareText(age: number): string {
  return `Nenhuma tarifa deste passeio é para quem tem ${ageLabel(age)} no dia da saída.`;
}
