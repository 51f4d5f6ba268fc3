import { publicFares } from '@passeio/contract/fare-labels';
import type { ChosenExtra } from '@passeio/contract/reservations/quote';
import type { Enrolment } from '@passeio/contract/reservations/reservations';
import type { WaitingListRequest } from '@passeio/contract/reservations/waiting-list';
import type { ChosenRoom } from '@passeio/contract/room-rules';
import type { TripExtra } from '@passeio/contract/trips/extras';
import type { Fare } from '@passeio/contract/trips/fares';
import {
  defaultFare,
  depositOf,
  MAX_PARTY,
  type PartyEntry,
  type PartyQuote,
  partyFault,
  partyFaultOfClient,
  quoteParty,
} from '@passeio/contract/trips/pricing';
import type { Trip } from '@passeio/contract/trips/trips';
import { plural } from '@passeio/contract/words';
import type { ReactNode, RefObject } from 'react';
import type { ApiError } from '~/lib/api';
import { formatPlacesLeft } from '~/lib/formats';

/** The fields of a trip that a choice depends on. */
export type TripOffer = Pick<
  Trip,
  | 'id'
  | 'fares'
  | 'extras'
  | 'roomTypes'
  | 'shareDecisionDays'
  | 'discounts'
  | 'capacity'
  | 'placesLeft'
  | 'depositPercent'
  | 'boardingPoints'
  | 'date'
  | 'returnDate'
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
  /** What the waiting list is asked for, and, with extras and a coupon, a reservation. */
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
    // Only the API knows the places that are kept for a coupon or a seller.
    soldOutReason: chosen?.coupon || chosen?.seller ? undefined : soldOutReasonOf(trip, quote.places),
    waitlistRequest: {
      party: people,
      boardingPointId: boardingPoint?.id ?? null,
      ...(chosen?.rooms && { rooms: chosen.rooms }),
      acceptedPolicy: true,
    },
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
export function withCount(offered: readonly Fare[], party: readonly PartyEntry[], fareId: string, count: number) {
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

/** A coupon that was accepted, what it takes off the fares, and the places that are kept for it alone. */
export interface AppliedCoupon {
  code: string;
  discountCents: number;
  places: number;
}

/** A quote with what its coupon takes off. */
export function withCoupon<Quote extends Pick<PartyQuote, 'totalCents' | 'depositCents'>>(
  quote: Quote,
  coupon: Partial<AppliedCoupon> | undefined,
  depositPercent: number,
): Quote {
  if (!coupon?.discountCents) return quote;
  const totalCents = Math.max(0, quote.totalCents - coupon.discountCents);
  return { ...quote, totalCents, depositCents: depositOf(totalCents, depositPercent) };
}

/** What the field of a coupon does when its party is reserved. */
export interface CouponHandle {
  settle: () => Promise<Partial<AppliedCoupon> | false>;
  refuse: (sentence: string) => void;
}

/** The choice of a visitor, with extras and coupon, and what is sent of it. */
export interface PartyForm extends PartyChoice {
  extras: ChosenExtra[];
  /** On a trip with rooms. */
  rooms: ChosenRoom[] | undefined;
  /** What the trip sells, as it is known now. */
  soldExtras: TripExtra[];
  /** The rooms and extras to choose and the automatic discounts, in a trip that has some. */
  parts?: ReactNode;
  /** Only the code while nobody has asked about it. */
  coupon: Partial<AppliedCoupon>;
  /** With those that are set aside for the coupon or for the seller of the link. */
  placesLeft: number;
  couponField: RefObject<CouponHandle | null>;
  /** What the API refused of the extras. */
  notice: string;
  setCount: (fareId: string, count: number) => void;
  setBoardingPoint: (id: string | null) => void;
  setCoupon: (coupon: Partial<AppliedCoupon>) => void;
  /** What is sent: nothing while nothing was chosen, which takes one adult place. False, shown, if it cannot be. */
  settle: () => Promise<{ choice: Enrolment } | false>;
  /** Shows what the API refused of extras or coupon, and keeps all else. */
  showRefusal: (error: ApiError) => Promise<void>;
}
