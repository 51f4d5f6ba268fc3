import type { TripMoney } from '@passeio/contract/payments/trip-money';
import type { TripExtra } from '@passeio/contract/trips/extras';
import type { Fare } from '@passeio/contract/trips/fares';
import { usualTrip } from '@passeio/contract/trips/trip-table';
import type { Trip } from '@passeio/contract/trips/trips';

/** A fare of everybody that takes a place. */
export function newFare(label: string, priceCents: number, more: Partial<Fare> = {}): Fare {
  const anyone = { minAge: null, maxAge: null, takesPlace: true, audience: 'public' } as const;
  return { id: crypto.randomUUID(), label, priceCents, ...anyone, ...more };
}

/** An extra of each person who wants it, without a stock. */
export function newExtra(label: string, priceCents: number, more: Partial<TripExtra> = {}): TripExtra {
  return {
    id: crypto.randomUUID(),
    ...{ label, description: '', priceCents, per: 'participant', minQuantity: 1, maxQuantity: 1 },
    ...{ stock: null, stockLeft: null, soldUntilHours: 0, refundable: true },
    ...{ choice: 'optional', minAge: null, maxAge: null },
    ...more,
  };
}

/**
 * When each test of a component begins (setup.ts) and `newTrip` is on sale: half a minute before the operator's year
 * ends, and the next day already in UTC and in the browser's zone (vitest.config.ts).
 */
export const BEFORE_TRIP = Date.parse('2026-12-31T23:59:30-03:00');

/** A trip on sale for adults, children and lap children, with two boarding points. */
export function newTrip(more: Partial<Trip> = {}): Trip {
  return {
    id: crypto.randomUUID(),
    ...usualTrip,
    slug: 'ubatuba',
    title: 'Ubatuba',
    summary: 'Um dia à beira-mar.',
    date: '2027-05-08T09:00:00.000Z',
    returnDate: '2027-05-08T22:00:00.000Z',
    isActive: true,
    situation: 'open',
    priceCents: 12_900,
    fares: [
      newFare('Adulto', 16_900, { minAge: 13 }),
      newFare('Criança', 12_900, { minAge: 6, maxAge: 12 }),
      newFare('Criança de colo', 0, { minAge: 0, maxAge: 5, takesPlace: false }),
      newFare('Cortesia', 0, { audience: 'staff' }),
    ],
    paymentPlan: null,
    capacity: 28,
    placesLeft: 9,
    vehicle: 'Micro-ônibus 28 lugares',
    vehicles: [],
    isGuaranteed: false,
    boardingPoints: [
      { id: crypto.randomUUID(), time: '05:30', place: 'Varginha' },
      { id: crypto.randomUUID(), time: '06:10', place: 'Três Corações' },
    ],
    itinerary: [],
    extras: [],
    roomTypes: [],
    discounts: [],
    questions: [],
    faq: [],
    cancellationTiers: [],
    version: 1,
    isArchived: false,
    tripImages: [],
    ...more,
  };
}

/** The money of a trip for which nobody has paid, with a vehicle of R$ 2.000 and R$ 29 of tickets a person. */
export function newTripMoney({ id, title, date, priceCents, capacity }: Trip): TripMoney {
  const sums = { expectedCents: 0, retainedCents: 0, receivedCents: 0, refundedCents: 0, missingCents: 0 };
  return {
    trip: { id, title, date },
    ...{ ...sums, toRefundCents: 0, creditUsedCents: 0, creditGrantedCents: 0, methods: [], entries: [], extras: [] },
    page: { number: 1, size: 1, total: 0 },
    cashFlow: [],
    ...{ booked: { places: 0, totalCents: 0 }, priceCents, capacity },
    costs: {
      vehicleCents: 200_000,
      guideCents: 0,
      otherCents: 0,
      ticketCents: 2_900,
      mealCents: 0,
      ads: [],
      version: 1,
    },
  };
}
