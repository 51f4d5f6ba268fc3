import {
  sumMethods,
  type TripEntry,
  type TripMoney,
  type TripMoneyFilters,
} from '@passeio/contract/payments/trip-money';
import type { Database } from '../../../platform/database/connect.ts';
import { inSnapshot } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { sumSoldExtras } from '../../reservations/index.ts';
import { readTimeZone } from '../../settings/index.ts';
import { findTrip, readCosts } from '../../trips/index.ts';
import { presentEntry } from '../ledger/ledger.present.ts';
import { duePerDay } from './due-per-day.ts';
import {
  entriesOfTrip,
  owingReservations,
  receivedByMonth,
  sumByMethod,
  sumOfReservations,
  type TripEntryRow,
} from './trip-money.queries.ts';

/**
 * The money of a trip with a page of its entries: what is moved meanwhile is in the sums and in the entries, or in
 * neither. Throws TRIP_NOT_FOUND.
 */
export function readTripMoney(db: Database, tripId: string, filters: TripMoneyFilters): Promise<TripMoney> {
  return inSnapshot(db, (snapshot) => tripMoneyOf(snapshot, tripId, filters));
}

async function tripMoneyOf(db: Database, tripId: string, { page, size }: TripMoneyFilters): Promise<TripMoney> {
  const trip = await findTrip(db, 'id', tripId);
  if (!trip) throw new AppError('TRIP_NOT_FOUND');
  const [money, cashFlow, entries] = await Promise.all([
    sumTripMoney(db, tripId),
    readCashFlow(db, tripId),
    entriesOfTrip(db, tripId, { size, offset: (page - 1) * size }),
  ]);
  return {
    trip: { id: trip.id, title: trip.title, date: trip.departs_at.toISOString() },
    ...money,
    cashFlow,
    entries: entries.map(presentTripEntry),
    page: { number: page, size, total: sumOf(money.methods.map((one) => one.entries)) },
    priceCents: trip.price_cents,
    capacity: trip.capacity,
  };
}

export function presentTripEntry(row: TripEntryRow): TripEntry {
  return { ...presentEntry(row), reservation: { id: row.reservation_id, code: row.code, payer: row.reserved_by } };
}

/** The sums of a trip's money. */
export async function sumTripMoney(
  db: Database,
  tripId: string,
): Promise<Omit<TripMoney, 'trip' | 'entries' | 'page' | 'priceCents' | 'capacity' | 'cashFlow'>> {
  const [sums, methods, extras, costs] = await Promise.all([
    sumOfReservations(db, tripId),
    sumByMethod(db, tripId),
    sumSoldExtras(db, tripId),
    readCosts(db, tripId),
  ]);
  const byMethod = methods.map(({ method, in_cents, out_cents, entries }) => ({
    ...{ method, inCents: in_cents, outCents: out_cents, entries },
  }));
  return {
    expectedCents: sums.expected_cents + sums.retained_cents,
    retainedCents: sums.retained_cents,
    ...sumMethods(byMethod),
    missingCents: sums.missing_cents,
    toRefundCents: sums.to_refund_cents,
    methods: byMethod,
    extras,
    booked: { places: sums.booked_places, totalCents: sums.booked_cents },
    costs,
  };
}

async function readCashFlow(db: Database, tripId: string): Promise<TripMoney['cashFlow']> {
  const [received, owing, timeZone] = await Promise.all([
    receivedByMonth(db, tripId),
    owingReservations(db, { tripId }),
    readTimeZone(db),
  ]);
  const due = new Map<string, number>();
  const now = new Date();
  for (const row of owing) {
    for (const { day, cents } of duePerDay(row, timeZone, now)) {
      const month = day.slice(0, 7);
      due.set(month, (due.get(month) ?? 0) + cents);
    }
  }
  const receivedIn = new Map(received.map(({ month, cents }) => [month, cents]));
  return [...new Set([...receivedIn.keys(), ...due.keys()])].toSorted().map((month) => ({
    month,
    receivedCents: receivedIn.get(month) ?? 0,
    dueCents: due.get(month) ?? 0,
  }));
}

function sumOf(amounts: number[]): number {
  return amounts.reduce((sum, cents) => sum + cents, 0);
}
