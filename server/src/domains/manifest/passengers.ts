import type { PassengerFilters, PassengerList } from '@passeio/contract/boarding/passengers';
import { type Actor, recordView } from '../../platform/audit/audit.ts';
import type { Database } from '../../platform/database/connect.ts';
import { AppError } from '../../platform/http/errors.ts';
import { chatFactsOf, factsFor } from '../reservations/index.ts';
import { readTimeZone } from '../settings/index.ts';
import { findTrip, listFares } from '../trips/index.ts';
import { presentPassenger, presentPassengerTrip, presentTotals } from './passengers.present.ts';
import { countPassengers, listPassengers, sumMoney, summarizeParties } from './passengers.queries.ts';

/** A page of a trip's passengers, with trip and totals. Audited. Throws TRIP_NOT_FOUND. */
export async function openPassengers(
  db: Database,
  actor: Actor,
  tripId: string,
  filters: PassengerFilters,
): Promise<PassengerList> {
  const now = new Date();
  const trip = await findTrip(db, 'id', tripId);
  if (!trip) throw new AppError('TRIP_NOT_FOUND');
  const subject = { type: 'trip', id: trip.id, label: trip.title } as const;
  await recordView(db, actor, { action: 'trip.passengers_opened', subject });
  const timeZone = await readTimeZone(db);
  const [{ rows, total }, counts, money, fares] = await Promise.all([
    listPassengers(db, tripId, { ...filters, timeZone }),
    countPassengers(db, tripId, timeZone),
    sumMoney(db, tripId),
    listFares(db, [tripId]),
  ]);
  const ids = [...new Set(rows.map((row) => row.reservation_id))];
  const [people, chats] = await Promise.all([summarizeParties(db, ids, timeZone), chatFactsOf(db, ids)]);
  const parties = Map.groupBy(people, (one) => one.reservation_id);
  return {
    data: rows.map((row) => {
      const [party, chat] = [parties.get(row.reservation_id) ?? [], factsFor(chats, row.reservation_id)];
      return presentPassenger(row, { party, chat, now });
    }),
    page: { number: filters.page, size: filters.size, total },
    trip: presentPassengerTrip(trip, fares, now),
    totals: presentTotals(counts, money),
  };
}
