import type { OpenCancellation } from '@passeio/contract/departures/departure-cancellations';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';

/** Cancelled departures whose payers remain to be notified or to choose, or which would still depart. */
export async function openCancellations(db: Database): Promise<OpenCancellation[]> {
  const rows = await db
    .selectFrom('trip_cancellations as c')
    .innerJoin('trips as t', 't.id', 'c.trip_id')
    .select(['t.id', 't.title', 't.departs_at', 'c.choose_until', 'c.done_at'])
    .select(
      sql<number>`(select count(*)::integer from trip_cancellation_choices o
        where o.trip_id = c.trip_id and o.outcome is null)`.as('open'),
    )
    .where((eb) =>
      eb.or([
        eb('t.departs_at', '>', sql<Date>`now()`),
        eb('c.done_at', 'is', null),
        sql<boolean>`exists (select from trip_cancellation_choices o where o.trip_id = c.trip_id and o.outcome is null)`,
      ]),
    )
    .orderBy('t.departs_at')
    .orderBy('t.id')
    .execute();
  return rows.map(({ id, title, departs_at, choose_until, done_at, open }) => ({
    ...{ id, title, date: departs_at.toISOString(), chooseUntil: choose_until, open },
    isDone: done_at !== null,
  }));
}
