import { isSameLabel } from '@passeio/contract/fare-labels';
import { formatDay } from '@passeio/contract/format-moments';
import type { Database } from '../../platform/database/connect.ts';
import type { Cell } from '../../platform/spreadsheets/spreadsheets.ts';
import { readTimeZone } from '../settings/index.ts';
import { listFares } from '../trips/index.ts';
import { firstAdult, zoned } from './trips.ts';

/** All trips that are neither archived nor cancelled, by departure. */
export async function tripsOfSheet(db: Database): Promise<Record<string, Cell>[]> {
  const timeZone = await readTimeZone(db);
  const trips = await db
    .selectFrom('trips')
    .selectAll()
    .where('archived_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .orderBy('departs_at')
    .orderBy('title')
    .execute();
  const fares = Map.groupBy(
    await listFares(
      db,
      trips.map(({ id }) => id),
    ),
    (fare) => fare.trip_id,
  );
  return trips.map((trip) => {
    const offered = fares.get(trip.id) ?? [];
    const adult = offered[firstAdult(offered.map((one) => ({ audience: one.audience, takesPlace: one.takes_place })))];
    const priceOf = (label: string): Cell => {
      const fare = offered.find((one) => one !== adult && isSameLabel(one.label, label));
      return fare ? { cents: fare.price_cents } : { text: '' };
    };
    const [start, end] = [trip.departs_at, trip.returns_at].map((at) => zoned(at.toISOString(), timeZone));
    const text = (value: string | undefined): Cell => ({ text: value ?? '' });
    return {
      title: text(trip.title),
      day: text(start && formatDay(start.day)),
      time: text(start?.time),
      returnDay: text(end && formatDay(end.day)),
      returnTime: text(end?.time),
      capacity: { number: trip.capacity },
      price: { cents: adult?.price_cents ?? 0 },
      childPrice: priceOf('Criança'),
      lapPrice: priceOf('Criança de colo'),
      deposit: { number: trip.deposit_percent },
      minimum: { number: trip.min_participants },
      vehicle: text(trip.vehicle),
      boarding: text(trip.boarding_points.map(({ time, place }) => `${time} ${place}`).join('; ')),
      summary: text(trip.summary),
      isActive: text(trip.is_active ? 'sim' : 'não'),
    };
  });
}
