import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { balanceDueHours } from '../../reservations/index.ts';

/** The entries of a trip's reservations, the newest first. */
export function entriesOfTrip(db: Database, tripId: string, range?: { size: number; offset: number }) {
  const entries = db
    .selectFrom('entries as entry')
    .innerJoin('reservations as r', 'r.id', 'entry.reservation_id')
    .innerJoin('users as payer', 'payer.id', 'r.user_id')
    .leftJoin('users as recorder', 'recorder.id', 'entry.recorded_by')
    .leftJoin('charges', 'charges.id', 'entry.charge_id')
    .leftJoin('transfers as reversal', 'reversal.reverses', 'entry.id')
    .selectAll('entry')
    .select([
      'r.code',
      'payer.name as reserved_by',
      'recorder.name as recorded_by_name',
      'charges.reference as charge_reference',
    ])
    .select('reversal.id as reversed_by')
    .where('r.trip_id', '=', tripId)
    .orderBy('entry.occurred_at', 'desc')
    .orderBy('entry.id', 'desc');
  return (range ? entries.limit(range.size).offset(range.offset) : entries).execute();
}
export type TripEntryRow = Awaited<ReturnType<typeof entriesOfTrip>>[number];

/** What the reservations of a trip expect, retain, miss and are to get back, in centavos. */
export function sumOfReservations(db: Database, tripId: string) {
  return db
    .selectFrom('reservations')
    .where('trip_id', '=', tripId)
    .select([
      sql<number>`coalesce(sum(total_cents) filter (where is_active and state <> 'requested'), 0)::float8`.as(
        'expected_cents',
      ),
      // Less was kept where a payment was put right, or more given back, since the cancellation.
      sql<number>`coalesce(sum(least(retained_cents, received_cents)) filter (where not is_active), 0)::float8`.as(
        'retained_cents',
      ),
      sql<number>`coalesce(sum(greatest(total_cents - received_cents, 0))
        filter (where is_active and state <> 'requested'), 0)::float8`.as('missing_cents'),
      sql<number>`coalesce(sum(greatest(received_cents - case when is_active then total_cents
        else retained_cents end, 0)), 0)::float8`.as('to_refund_cents'),
      sql<number>`coalesce(sum(places) filter (where state = 'booked'), 0)::integer`.as('booked_places'),
      sql<number>`coalesce(sum(total_cents) filter (where state = 'booked'), 0)::float8`.as('booked_cents'),
    ])
    .executeTakeFirstOrThrow();
}

/** Which unpaid reservations are asked for: of a trip, and those of which something may be due between two instants. */
interface OwingScope {
  tripId?: string | undefined;
  due?: { from: Date; before: Date };
}

/** The active reservations that are not paid, with what says when they are to be. */
export function owingReservations(db: Database, { tripId, due }: OwingScope) {
  const departures = db
    .selectFrom('trips')
    .innerJoin('operator', (join) => join.onTrue())
    .select(['trips.id', 'trips.departs_at', balanceDueHours.as('balance_due_hours')])
    .$if(tripId !== undefined, (query) => query.where('trips.id', '=', tripId as string))
    // Everything is due before its departure.
    .$if(due !== undefined, (query) => query.where('trips.departs_at', '>=', due?.from as Date))
    // Before they are joined: else PostgreSQL computes the hours of a trip for each of its reservations.
    .offset(0);
  return db
    .selectFrom('reservations as r')
    .innerJoin(departures.as('trips'), 'trips.id', 'r.trip_id')
    .select(['r.state', 'r.total_cents', 'r.deposit_cents', 'r.received_cents', 'r.instalments', 'r.hold_expires_at'])
    .select(['r.created_at', 'r.answered_at', 'r.moved_at', 'trips.departs_at', 'trips.balance_due_hours'])
    .where('r.state', 'in', ['held', 'booked'])
    .whereRef('r.received_cents', '<', 'r.total_cents')
    .$if(due !== undefined, (query) =>
      // The earliest of what is due; `least` leaves out nulls.
      query.where(
        sql<boolean>`least(trips.departs_at - trips.balance_due_hours * interval '1 hour',
          (r.instalments -> 0 ->> 'dueAt')::timestamptz,
          case r.state when 'held' then coalesce(r.hold_expires_at, now()) end) < ${due?.before}`,
      ),
    )
    .execute();
}
export type OwingReservation = Awaited<ReturnType<typeof owingReservations>>[number];
