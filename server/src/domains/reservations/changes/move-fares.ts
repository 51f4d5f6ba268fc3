import { type ErrorCode, errorCatalogue } from '@passeio/contract/api/errors';
import { isSameLabel } from '@passeio/contract/fare-labels';
import { nameAmong } from '@passeio/contract/reservations/participant-names';
import type { ReservationMove } from '@passeio/contract/reservations/reservations';
import { fareOfAge, fitsAge } from '@passeio/contract/trips/fare-ages';
import type { Fare } from '@passeio/contract/trips/fares';
import { defaultFare, partyFault } from '@passeio/contract/trips/pricing';
import { AppError } from '../../../platform/http/errors.ts';
import { accompany, ageOf, type Departure, isAdult } from '../reservation/party.ts';

/** A participant as a move sees them. */
export interface MovedPerson {
  id: string;
  position: number;
  name: string;
  birthdate: string | null;
  fare_id: string;
  fare_label: string;
  price_cents: number;
  takes_place: boolean;
  companion_id: string | null;
  removed_at: Date | null;
}

/** The fares of the departure that is left and of the other one. */
export interface FaresOfMove {
  from: readonly Fare[];
  to: readonly Fare[];
  /** The other departure. */
  departure: Departure;
}

/**
 * The fare of a participant on the other departure: of the same label, else the one of their age. None for staff
 * follows from one for all.
 */
export function movedFare({ from, to, departure }: FaresOfMove, person: MovedPerson): Fare | undefined {
  const age = person.birthdate ? ageOf(person.birthdate, departure) : undefined;
  const former = from.find(({ id }) => id === person.fare_id);
  const same = to.find(
    ({ label, audience }) =>
      isSameLabel(label, former?.label ?? person.fare_label) && (audience === 'public' || former?.audience === 'staff'),
  );
  if (age === undefined) return same;
  return same && fitsAge(same, age) ? same : fareOfAge(to, former?.audience ?? 'public', age);
}

/**
 * The participants with their fares of the other departure, each lap child on the lap of an adult. Removed ones keep
 * what they were charged. What it throws about a fare names the person.
 */
export function moveFares(
  fares: FaresOfMove,
  people: readonly MovedPerson[],
  chosen: ReservationMove['fares'] = [],
): MovedPerson[] {
  const staying = people.filter((one) => one.removed_at === null);
  const choices = new Map(chosen.map((one) => [one.participantId.toLowerCase(), one.fareId.toLowerCase()]));
  for (const id of choices.keys()) {
    if (!staying.some((one) => one.id === id)) throw new AppError('PARTICIPANT_NOT_FOUND');
  }
  const moved = staying.map((person) => {
    const fare = fareOfMoved(fares, person, { choice: choices.get(person.id), people: staying });
    const { id: fare_id, label: fare_label, priceCents: price_cents, takesPlace: takes_place } = fare;
    return { ...person, fare_id, fare_label, price_cents, takes_place };
  });
  const fault = partyFault(
    fares.to,
    moved.map(({ fare_id }) => ({ fareId: fare_id, count: 1 })),
  );
  if (fault) throw new AppError(fault);
  // A child that needs no lap on this departure may need one on the other.
  accompany(moved, (one) => isAdult(one, fares.to, fares.departure));
  const removed = people.filter((one) => one.removed_at !== null);
  return [...moved, ...removed.map((one) => ({ ...one, fare_id: anyFareOf(fares, one).id }))];
}

/** Fares of a move that people get who had none of the same audience. */
export function newlyGiven(
  { from }: Pick<FaresOfMove, 'from'>,
  before: readonly MovedPerson[],
  moved: readonly MovedPerson[],
) {
  const hadStaffs = (id: string) =>
    from.some((fare) => fare.audience === 'staff' && before.some((one) => one.id === id && one.fare_id === fare.id));
  return moved.filter((one) => one.removed_at === null && !hadStaffs(one.id)).map(({ fare_id }) => fare_id);
}

function fareOfMoved(
  fares: FaresOfMove,
  person: MovedPerson,
  { choice, people }: { choice: string | undefined; people: readonly MovedPerson[] },
): Fare {
  const fare = choice ? fares.to.find(({ id }) => id === choice) : movedFare(fares, person);
  if (!fare) throw fareError('FARE_UNKNOWN', person, people);
  const fits = !person.birthdate || fitsAge(fare, ageOf(person.birthdate, fares.departure));
  if (!fits) throw fareError('FARE_BY_AGE', person, people);
  return fare;
}

// The database asks of removed participants too that their fare is one of their trip.
function anyFareOf(fares: FaresOfMove, person: MovedPerson): Fare {
  const fare = movedFare(fares, person) ?? defaultFare(fares.to) ?? fares.to[0];
  if (!fare) throw new AppError('FARE_UNKNOWN');
  return fare;
}

function fareError(code: ErrorCode, person: MovedPerson, people: readonly MovedPerson[]): AppError {
  const who = nameAmong(person, people);
  return new AppError(code, { [`fares.${person.id}`]: `${who}: ${sentences[code] ?? errorCatalogue[code].message}` });
}

const sentences: Partial<Record<ErrorCode, string>> = {
  FARE_UNKNOWN: 'escolha a tarifa na nova saída.',
  FARE_BY_AGE: 'a idade no dia da saída pede outra tarifa.',
};
