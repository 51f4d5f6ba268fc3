import type { Enrolment } from '@passeio/contract/reservations/reservations';
import type { WaitingListRequest } from '@passeio/contract/reservations/waiting-list';
import { publicFares } from '@passeio/contract/trips/fare-labels';
import type { Fare } from '@passeio/contract/trips/fares';
import {
  defaultFare,
  MAX_PARTY,
  type PartyEntry,
  type PartyQuote,
  partyFault,
  partyFaultOfClient,
  quoteParty,
} from '@passeio/contract/trips/pricing';
import type { Trip } from '@passeio/contract/trips/trips';
import { plural } from '@passeio/contract/words';
import { type ReactNode, use, useState } from 'react';
import { formatPlacesLeft } from '~/lib/formats';
import type { TripTerms } from './terms';

/** The fields of a trip that a choice depends on. */
export type TripOffer = Pick<
  Trip,
  'id' | 'fares' | 'extras' | 'discounts' | 'capacity' | 'placesLeft' | 'depositPercent' | 'boardingPoints' | 'date'
>;

/** A choice as it is in a trip: with its price, and the reasons why it cannot be taken or must wait. */
export interface PartyChoice {
  /** The fares to choose from. */
  offered: Fare[];
  /** Without counts of 0. */
  party: PartyEntry[];
  boardingPoint: Trip['boardingPoints'][number] | undefined;
  quote: PartyQuote;
  /** Why nobody can take it. */
  blockedReason: string | undefined;
  /** Why it has to wait: fewer places are left. */
  soldOutReason: string | undefined;
  /** What the waiting list is asked for. */
  waitlistRequest: WaitingListRequest;
  /** Whether fares or the boarding point have gone since they were chosen. */
  isOutdated: boolean;
}

/**
 * Reads what was chosen with the trip's present fares and places. Without a choice, or if nothing of it is left: one
 * adult.
 */
export function readChoice(trip: TripOffer, chosen: Enrolment): PartyChoice {
  const offered = publicFares(trip.fares);
  const isOffered = ({ fareId }: PartyEntry) => offered.some(({ id }) => id === fareId);
  const known = chosen?.party?.filter(isOffered);
  const isGone = known?.length === 0 && chosen?.party?.length !== 0;
  const party = known && !isGone ? known : oneAdult(offered);
  const boardingPoint = trip.boardingPoints.find(({ id }) => id === chosen?.boardingPointId);
  const people = party.filter(({ count }) => count > 0);
  const quote = quoteParty(offered, party, trip.depositPercent);
  return {
    offered,
    party: people,
    boardingPoint,
    quote,
    blockedReason: blockedReasonOf(trip, party),
    // Of places that are kept for a coupon only the API knows.
    soldOutReason: chosen?.coupon ? undefined : soldOutReasonOf(trip, quote.places),
    waitlistRequest: { party: people, boardingPointId: boardingPoint?.id ?? null, acceptedPolicy: true },
    isOutdated: known?.length !== chosen?.party?.length || (Boolean(chosen?.boardingPointId) && !boardingPoint),
  };
}

function oneAdult(offered: readonly Fare[]): PartyEntry[] {
  const fare = defaultFare(offered);
  return fare ? [{ fareId: fare.id, count: 1 }] : [];
}

export function countOf(party: readonly PartyEntry[], fareId: string): number {
  return party.find((entry) => entry.fareId === fareId)?.count ?? 0;
}

/** The party with `count` people of a fare, in the order of the fares. */
function withCount(offered: readonly Fare[], party: readonly PartyEntry[], fareId: string, count: number) {
  return offered.flatMap(({ id }) => {
    const people = id === fareId ? count : countOf(party, id);
    return people > 0 ? [{ fareId: id, count: people }] : [];
  });
}

/**
 * Why nobody of a fare can be added: the trip takes no more, the party is too large, or a lap child would have no lap.
 */
export type Limit = 'places' | 'people' | 'laps';

export function limitOf(trip: TripOffer, party: readonly PartyEntry[], fare: Fare): Limit | undefined {
  const larger = withCount(trip.fares, party, fare.id, countOf(party, fare.id) + 1);
  const { places, people } = quoteParty(trip.fares, larger, 0);
  if (people > MAX_PARTY) return 'people';
  if (fare.takesPlace) return places > trip.capacity ? 'places' : undefined;
  return partyFault(trip.fares, larger) ? 'laps' : undefined;
}

const TOO_MANY = `Reserve no máximo ${MAX_PARTY} pessoas de cada vez. Para grupos maiores, fale com a gente.`;
const ON_A_LAP = 'Cada criança de colo viaja no colo de um adulto.';

export function limitText(limit: Limit, capacity: number): string {
  if (limit === 'people') return TOO_MANY;
  if (limit === 'laps') return ON_A_LAP;
  return aboveCapacity(capacity);
}

function aboveCapacity(capacity: number): string {
  return `Este passeio leva no máximo ${plural(capacity, 'pessoa')}.`;
}

function blockedReasonOf({ fares, capacity }: TripOffer, party: readonly PartyEntry[]): string | undefined {
  const { places, people } = quoteParty(fares, party, 0);
  if (people > MAX_PARTY) return TOO_MANY;
  if (places > capacity) return aboveCapacity(capacity);
  const fault = partyFaultOfClient(fares, party);
  if (fault === 'MINOR_WITHOUT_ADULT') return 'Crianças viajam com um adulto. Inclua pelo menos um adulto.';
  if (fault === 'LAP_WITHOUT_ADULT') return `${ON_A_LAP} Inclua mais um adulto.`;
  return fault && 'Escolha pelo menos uma pessoa.';
}

function soldOutReasonOf({ placesLeft }: TripOffer, places: number): string | undefined {
  if (placesLeft <= 0) return 'Esgotada.';
  return places > placesLeft ? `${formatPlacesLeft(placesLeft)}; você pediu ${places}.` : undefined;
}

/**
 * The choice of a visitor, and what is sent of it: only the total that is shown while nothing was touched, which takes
 * one adult place.
 */
export interface PartyForm extends PartyChoice {
  /** What there is to say of required extras and automatic discounts, in a trip that has some. */
  discounts?: ReactNode;
  enrolment: Enrolment;
  setCount: (fareId: string, count: number) => void;
  setBoardingPoint: (id: string | null) => void;
}

let loading: Promise<typeof import('./discounts') | undefined> | undefined;

// Most trips have no discounts and no required extras, and their visitors are sent no code for them. Without it prices
// are those of the fares. The page's first rendering, on the server too, waits for it.
function useDiscounts(trip: TripOffer & TripTerms, party: readonly PartyEntry[]) {
  if (!trip.discounts.length && !trip.extras.some(({ choice }) => choice === 'required')) return;
  loading ??= import('./discounts').catch(() => undefined);
  return use(loading)?.priceWithDiscounts(trip, party);
}

/** State of the party picker of one trip. `pending`: what was chosen before signing in, until it is changed. */
export function useParty(trip: TripOffer & TripTerms, pending?: Enrolment): PartyForm {
  const [chosen, setChosen] = useState<Enrolment>();
  const wanted = chosen ?? pending;
  const choice = readChoice(trip, wanted);
  const { offered, party, boardingPoint } = choice;
  const priced = { ...choice, ...useDiscounts(trip, party) };
  const touched = wanted && { ...wanted, party, boardingPointId: boardingPoint?.id ?? null };
  const choose = (change: Enrolment) =>
    setChosen({ ...wanted, party, boardingPointId: boardingPoint?.id ?? null, acceptedPolicy: true, ...change });
  return {
    ...priced,
    enrolment: { ...touched, totalCents: priced.quote.totalCents },
    setCount: (fareId, count) => choose({ party: withCount(offered, party, fareId, count) }),
    setBoardingPoint: (id) => choose({ boardingPointId: id }),
  };
}
