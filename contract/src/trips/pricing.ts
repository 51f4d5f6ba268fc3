import { formatTime } from '../format-moments.ts';
import { fareLine, totalOf } from '../lines.ts';
import type { Fare } from './fares.ts';

const HOUR_MS = 3_600_000;

/** Largest party of a client's reservation; staff may add more people. */
export const MAX_PARTY = 20;

/** From this age on somebody may accompany a minor. */
export const ADULT_AGE = 18;

/** How many people of one fare. */
export interface PartyEntry {
  fareId: string;
  count: number;
}

/** Whether a fare can be an adult's: only adults accompany minors and carry lap children. */
export function isForAdults({ maxAge, takesPlace }: Pick<Fare, 'maxAge' | 'takesPlace'>): boolean {
  return takesPlace && (maxAge === null || maxAge >= ADULT_AGE);
}

/**
 * What one person without further choices gets: the first public fare for adults, else the first that takes a place.
 */
export function defaultFare<Candidate extends Fare>(fares: readonly Candidate[]): Candidate | undefined {
  const offered = fares.filter((one) => one.audience === 'public' && one.takesPlace);
  return offered.find(isForAdults) ?? offered[0];
}

/**
 * What a trip's price says of its public fares: whether adults pay several prices, of which it is the lowest, and the
 * lowest fare of children with a place, if it is another one.
 */
export function pricesBeside<Candidate extends Fare>(
  fares: readonly Candidate[],
): { isLowest: boolean; child: Candidate | undefined } {
  const offered = fares.filter((one) => one.audience === 'public' && one.takesPlace);
  const adults = offered.filter(isForAdults);
  const [child] = offered.filter((one) => !isForAdults(one)).toSorted((a, b) => a.priceCents - b.priceCents);
  return {
    isLowest: new Set(adults.map(({ priceCents }) => priceCents)).size > 1,
    child: adults.length > 0 ? child : undefined,
  };
}

/** A party's price in centavos, and the places that it takes. */
export interface PartyQuote {
  totalCents: number;
  depositCents: number;
  places: number;
  people: number;
}

/** The price of a party; entries of unknown fares are left out. */
export function quoteParty(fares: readonly Fare[], party: readonly PartyEntry[], depositPercent: number): PartyQuote {
  const known = party.flatMap(({ fareId, count }) => {
    const fare = fares.find((one) => one.id === fareId);
    return fare ? [{ fare, count }] : [];
  });
  const totalCents = totalOf(known.map(({ fare, count }) => fareLine(fare, null, count)));
  const people = known.reduce((sum, { count }) => sum + count, 0);
  const places = known.reduce((sum, { fare, count }) => (fare.takesPlace ? sum + count : sum), 0);
  return { totalCents, depositCents: depositOf(totalCents, depositPercent), places, people };
}

/** The deposit (sinal) of a total, in centavos, rounded half up. */
export function depositOf(totalCents: number, depositPercent: number): number {
  return Math.round((totalCents * depositPercent) / 100);
}

const MORNING = 8 * 60;
const EVENING = 22 * 60 - 1;
const DAY_MINUTES = 24 * 60;
const HOURS_AFTER_MORNING = 12;

/**
 * So many hours before departure, but not in the night, from 22:00 to 08:00 at `timeZone`: in the morning that follows
 * where that leaves 12 hours, else in the evening before. The database computes the same (deadlines.ts).
 */
export function hoursByDay(
  hours: number,
  { departsAt, timeZone }: { departsAt: string | Date; timeZone: string },
): number {
  const due = new Date(new Date(departsAt).getTime() - hours * HOUR_MS);
  const [hour = 0, minutes = 0] = formatTime(due.toISOString(), timeZone).split(':').map(Number);
  const minute = hour * 60 + minutes;
  if (minute >= MORNING && minute <= EVENING) return hours;
  const inMorning = hours - ((MORNING - minute + DAY_MINUTES) % DAY_MINUTES) / 60;
  return inMorning >= HOURS_AFTER_MORNING ? inMorning : hours + ((minute - EVENING + DAY_MINUTES) % DAY_MINUTES) / 60;
}

/** When the balance of a trip is due. `reservedAt`: what was reserved later is due with the reservation. */
export interface BalanceTerms {
  departsAt: string | Date;
  /** Before the departure, by day. */
  balanceDueHours: number;
  reservedAt?: string | Date | undefined;
}

/** When the balance is due; at the departure where it was due before the reservation was made. */
export function balanceDueAt({ departsAt, balanceDueHours, reservedAt }: BalanceTerms): Date {
  const due = new Date(Math.round(new Date(departsAt).getTime() - balanceDueHours * HOUR_MS));
  return reservedAt && new Date(reservedAt) >= due ? new Date(departsAt) : due;
}

/** The share of its total that a reservation made at a moment has as its deposit: all once the balance is due. */
export function depositPercentAt(
  { depositPercent, ...terms }: Omit<BalanceTerms, 'reservedAt'> & { depositPercent: number },
  at: Date,
): number {
  return balanceDueAt(terms) <= at ? 100 : depositPercent;
}

/** Why a party cannot travel: nobody, no adult for the lap children, or more of them than laps. */
export type PartyFault = 'EMPTY_PARTY' | 'LAP_WITHOUT_ADULT';

export function partyFault(fares: readonly Fare[], party: readonly PartyEntry[]): PartyFault | undefined {
  if (countOf(fares, party, (fare) => !fare.takesPlace) > countOf(fares, party, isForAdults))
    return 'LAP_WITHOUT_ADULT';
  return countOf(fares, party, (fare) => fare.takesPlace) === 0 ? 'EMPTY_PARTY' : undefined;
}

/** Why a client cannot reserve a party: as any, or children without an adult, of whom staff has to know. */
export function partyFaultOfClient(
  fares: readonly Fare[],
  party: readonly PartyEntry[],
): PartyFault | 'MINOR_WITHOUT_ADULT' | undefined {
  const fault = partyFault(fares, party);
  if (fault || countOf(fares, party, isForAdults) > 0) return fault;
  return defaultFare(fares.filter(isForAdults)) && 'MINOR_WITHOUT_ADULT';
}

function countOf(fares: readonly Fare[], party: readonly PartyEntry[], matches: (fare: Fare) => boolean): number {
  return party.reduce((sum, { fareId, count }) => {
    const fare = fares.find((one) => one.id === fareId);
    return fare && matches(fare) ? sum + count : sum;
  }, 0);
}
