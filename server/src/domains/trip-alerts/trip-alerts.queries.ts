import { type Selectable, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import type { Schema } from '../../platform/database/schema/schema.ts';
import { byDay } from '../messages/index.ts';
import { placesLeft } from '../trips/index.ts';

export type TripAlertRow = Selectable<Schema['trip_alerts']> & { title: string };

function alerts(db: Database) {
  return db
    .selectFrom('trip_alerts')
    .innerJoin('trips', 'trips.id', 'trip_alerts.trip_id')
    .selectAll('trip_alerts')
    .select('trips.title');
}

export function findAlert(db: Database, id: string): Promise<TripAlertRow | undefined> {
  return alerts(db).where('trip_alerts.id', '=', id).executeTakeFirst();
}

export function findByLink(db: Database, tokenHash: string): Promise<TripAlertRow | undefined> {
  return alerts(db)
    .innerJoin('trip_alert_links', 'trip_alert_links.alert_id', 'trip_alerts.id')
    .where('trip_alert_links.token_hash', '=', tokenHash)
    .executeTakeFirst();
}

/** Writes an alert; one that was sent begins anew, and one that waits stays. Returns it as it is then. */
export function writeAlert(
  trx: DatabaseTransaction,
  { id, series_id, trip_id, name, email }: Pick<TripAlertRow, 'id' | 'series_id' | 'trip_id' | 'name' | 'email'>,
): Promise<{ id: string; confirmed_at: Date | null }> {
  return trx
    .insertInto('trip_alerts')
    .values({ id, series_id, trip_id, name, email })
    .onConflict((conflict) =>
      conflict.columns(['series_id', 'email']).doUpdateSet({
        asked_at: sql<Date>`case when trip_alerts.sent_at is null then trip_alerts.asked_at else now() end`,
        confirmed_at: sql<Date | null>`case when trip_alerts.sent_at is null then trip_alerts.confirmed_at end`,
        sent_at: null,
      }),
    )
    .returning(['id', 'confirmed_at'])
    .executeTakeFirstOrThrow();
}

export async function countOfAddress(db: Database, email: string): Promise<number> {
  const { count } = await db
    .selectFrom('trip_alerts')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** How many alerts are to go to a telephone, but for one of them. */
export async function countOfPhone(db: Database, phone: string, exceptId: string): Promise<number> {
  const { count } = await db
    .selectFrom('trip_alerts')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('phone', '=', phone)
    .where('id', '<>', exceptId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function insertLink(db: Database, tokenHash: string, alertId: string): Promise<void> {
  await db.insertInto('trip_alert_links').values({ token_hash: tokenHash, alert_id: alertId }).execute();
}

/** Once: what was chosen then stays. */
export async function markConfirmed(trx: DatabaseTransaction, id: string, phone: string | null): Promise<void> {
  await trx
    .updateTable('trip_alerts')
    .set({ confirmed_at: new Date(), phone })
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .execute();
}

export async function deleteAlert(trx: DatabaseTransaction, id: string): Promise<void> {
  await trx.deleteFrom('trip_alerts').where('id', '=', id).execute();
}

/** A date of the series that was published after the alert was asked for, and has places. */
const newDate = (alert: string) => sql`
  select trips.id from trips
  where trips.series_id = ${sql.ref(`${alert}.series_id`)} and trips.published_at > ${sql.ref(`${alert}.asked_at`)}
    and trips.is_active and trips.cancelled_at is null and trips.departs_at > now()
    and ${placesLeft} > 0
  order by trips.departs_at limit 1`;

/** Marks the next confirmed alerts that have a new date as sent, `limit` at most; each with that date. */
export async function takeDue(
  trx: DatabaseTransaction,
  limit: number,
): Promise<{ id: string; email: string; trip_id: string }[]> {
  const { rows } = await sql<{ id: string; email: string; trip_id: string }>`
    with due as (
      select a.id, date.id as trip_id from trip_alerts a cross join lateral (${newDate('a')}) as date
      where a.confirmed_at is not null and a.sent_at is null
      order by a.id
      limit ${limit}
      for update of a skip locked
    )
    update trip_alerts set sent_at = now() from due where trip_alerts.id = due.id
    returning trip_alerts.id, trip_alerts.email, due.trip_id`.execute(trx);
  return rows;
}

/** When alerts whose trip has a new date leave. */
export const alertMoments = sql`
  select ${byDay(sql`greatest(trips.published_at, a.confirmed_at)`)} as at
  from trip_alerts a cross join lateral (${newDate('a')}) as date join trips on trips.id = date.id cross join operator
  where a.confirmed_at is not null and a.sent_at is null`;

/** Deletes alerts by their age in days: not confirmed, sent, or waiting. */
export async function deleteOld(
  db: Database,
  now: Date,
  { unconfirmed, sent, waiting }: { unconfirmed: number; sent: number; waiting: number },
): Promise<number> {
  const before = (days: number) => sql`${now}::timestamptz - make_interval(days => ${days})`;
  const { numAffectedRows } = await sql`
    delete from trip_alerts
    where confirmed_at is null and asked_at < ${before(unconfirmed)}
      or sent_at < ${before(sent)} or asked_at < ${before(waiting)}`.execute(db);
  return Number(numAffectedRows ?? 0);
}
