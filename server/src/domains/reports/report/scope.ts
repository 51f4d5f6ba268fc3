import type { Period } from '@passeio/contract/reports/reports';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { readTimeZone } from '../../settings/index.ts';

/** A period in the operator's time zone. */
export interface Scope extends Period {
  timeZone: string;
}

/** The period that is asked for, else this year of the operator's calendar. */
export async function scopeOf(
  db: Database,
  { from, to, tripId }: { from?: string | undefined; to?: string | undefined; tripId?: string | undefined },
): Promise<Scope> {
  const timeZone = await readTimeZone(db);
  const { year } = Temporal.Now.plainDateISO(timeZone);
  return { from: from ?? `${year}-01-01`, to: to ?? `${year}-12-31`, tripId, timeZone };
}

/** Whether an instant lies in the period. */
export function within(column: RawBuilder<unknown>, { from, to, timeZone }: Scope): RawBuilder<boolean> {
  return sql`(${column} >= ${from}::timestamp at time zone ${timeZone}
    and ${column} < (${to}::timestamp + interval '1 day') at time zone ${timeZone})`;
}

/** Whether something belongs to the trip that the period is narrowed to. */
export function ofTrip(column: RawBuilder<unknown>, { tripId }: Scope): RawBuilder<boolean> {
  return tripId ? sql`${column} = ${tripId}::uuid` : sql`true`;
}

/** Whether a reservation, or an entry of the ledger, was not brought by an import that was undone. */
export function isKept(id: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`not exists (select from undone_records undone where undone.id = ${id})`;
}

/** The month of an instant in the operator's calendar, as "2026-12". */
export function monthOf(column: RawBuilder<unknown>, { timeZone }: Scope): RawBuilder<string> {
  return sql`to_char(${column} at time zone ${timeZone}, 'YYYY-MM')`;
}

/** The reservations made in the period that go on: what reports of sales count. */
export function soldReservations(scope: Scope): RawBuilder<unknown> {
  return sql`(
    select * from reservations r
    where ${within(sql`r.created_at`, scope)} and r.is_active and r.state <> 'requested'
      and ${ofTrip(sql`r.trip_id`, scope)}
  )`;
}

/** The reservations of departures of the period that go on. */
export function reservationsOfDepartures(scope: Scope): RawBuilder<unknown> {
  return sql`(
    select r.* from reservations r join trips t on t.id = r.trip_id
    where ${within(sql`t.departs_at`, scope)} and ${ofTrip(sql`t.id`, scope)} and r.is_active and r.state <> 'requested'
  )`;
}
