import type { TripMoney, TripMoneyFilters } from '@passeio/contract/trip-money';
import type { Database } from '../../platform/database/connect.ts';
import { AppError } from '../../platform/http/errors.ts';
import { findTrip, readCosts } from '../trips/index.ts';
import { presentEntry } from './payments.present.ts';
import { entriesOfTrip, sumByMethod, sumOfReservations } from './trip-money.queries.ts';

/** The money of a trip with a page of its entries. Throws TRIP_NOT_FOUND. */
export async function readTripMoney(
  db: Database,
  tripId: string,
  { page, size }: TripMoneyFilters,
): Promise<TripMoney> {
  const trip = await findTrip(db, 'id', tripId);
  if (!trip) throw new AppError('TRIP_NOT_FOUND');
  const [sums, methods, entries, costs] = await Promise.all([
    sumOfReservations(db, tripId),
    sumByMethod(db, tripId),
    entriesOfTrip(db, tripId, { size, offset: (page - 1) * size }),
    readCosts(db, tripId),
  ]);
  const total = (amounts: number[]) => amounts.reduce((sum, cents) => sum + cents, 0);
  return {
    trip: { id: trip.id, title: trip.title, date: trip.departs_at.toISOString() },
    expectedCents: sums.expected_cents + sums.retained_cents,
    retainedCents: sums.retained_cents,
    receivedCents: total(methods.map((one) => one.in_cents)),
    refundedCents: total(methods.map((one) => one.out_cents)),
    missingCents: sums.missing_cents,
    toRefundCents: sums.to_refund_cents,
    methods: methods.map(({ method, in_cents, out_cents, entries: count }) => ({
      method,
      inCents: in_cents,
      outCents: out_cents,
      entries: count,
    })),
    entries: entries.map((row) => ({
      ...presentEntry(row),
      reservation: { id: row.reservation_id, code: row.code, payer: row.reserved_by },
    })),
    page: { number: page, size, total: total(methods.map((one) => one.entries)) },
    booked: { places: sums.booked_places, totalCents: sums.booked_cents },
    priceCents: trip.price_cents,
    capacity: trip.capacity,
    costs,
  };
}
