import { isPrepaid } from '@passeio/contract/payments/payments';
import {
  sumMethods,
  type TripEntry,
  type TripMoney,
  type TripMoneyFilters,
} from '@passeio/contract/payments/trip-money';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { inSnapshot } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { type MovedRow, sumMoved } from '../../book/index.ts';
import { sumSoldExtras } from '../../reservations/index.ts';
import { readTimeZone } from '../../settings/index.ts';
import { findTrip, readCosts } from '../../trips/index.ts';
import { presentEntry } from '../ledger/ledger.present.ts';
import { duePerDay } from './due-per-day.ts';
import { entriesOfTrip, owingReservations, sumOfReservations, type TripEntryRow } from './trip-money.queries.ts';

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
  const [sums, moved, extras, costs] = await Promise.all([
    sumOfReservations(db, tripId),
    movedOf(db, tripId),
    sumSoldExtras(db, tripId),
    readCosts(db, tripId),
  ]);
  const methods = [...Map.groupBy(moved, ({ method }) => method)].map(([method, rows]) => ({
    method,
    inCents: sumOf(rows.map(({ received }) => received)),
    outCents: sumOf(rows.map(({ refunded }) => refunded)),
    entries: sumOf(rows.map(({ entries }) => entries)),
  }));
  return {
    expectedCents: sums.expected_cents + sums.retained_cents,
    retainedCents: sums.retained_cents,
    ...sumMethods(methods),
    missingCents: sums.missing_cents,
    toRefundCents: sums.to_refund_cents,
    methods,
    extras,
    booked: { places: sums.booked_places, totalCents: sums.booked_cents },
    costs,
  };
}

async function readCashFlow(db: Database, tripId: string): Promise<TripMoney['cashFlow']> {
  const [moved, owing, timeZone] = await Promise.all([
    movedOf(db, tripId),
    owingReservations(db, { tripId }),
    readTimeZone(db),
  ]);
  const flow = new Map<string, { receivedCents: number; dueCents: number }>();
  const add = (month: string, name: 'receivedCents' | 'dueCents', cents: number) => {
    const sums = flow.get(month) ?? { receivedCents: 0, dueCents: 0 };
    flow.set(month, { ...sums, [name]: sums[name] + cents });
  };
  for (const { month, method, received, refunded } of moved)
    if (!isPrepaid(method)) add(month, 'receivedCents', received - refunded);
  const now = new Date();
  for (const row of owing)
    for (const { day, cents } of duePerDay(row, timeZone, now)) add(day.slice(0, 7), 'dueCents', cents);
  return [...flow].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([month, sums]) => ({ month, ...sums }));
}

async function movedOf(db: Database, tripId: string): Promise<MovedRow[]> {
  return sumMoved(db, await readTimeZone(db), sql`r.trip_id = ${tripId}::uuid`);
}

function sumOf(amounts: number[]): number {
  return amounts.reduce((sum, cents) => sum + cents, 0);
}
