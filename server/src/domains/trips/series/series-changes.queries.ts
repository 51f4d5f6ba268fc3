import { SERIES_UNDO_HOURS, type SeriesFields } from '@passeio/contract/trips/series-changes';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Actor } from '../../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Schema } from '../../../platform/database/schema/schema.ts';
import type { Before } from './change-date.ts';

export type SeriesChangeRow = Selectable<Schema['series_changes']>;
export type ChangeDateRow = Selectable<Schema['series_change_dates']>;

/** Departures of a series that these ids name, by departure. */
export function departuresIn(db: Database, seriesId: string, tripIds: string[]) {
  return db
    .selectFrom('trips')
    .select(['id', 'departs_at', 'version'])
    .where('series_id', '=', seriesId)
    .where('id', 'in', tripIds)
    .orderBy('departs_at')
    .orderBy('id')
    .execute();
}

/** Lets nobody else write or make a change of a series until the transaction ends. */
async function lockSeries(trx: DatabaseTransaction, seriesId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`series ${seriesId}`}, 0))`.execute(trx);
}

/** Writes a change whose dates wait, in their order, behind those of its series that were written before. */
export async function insertSeriesChange(
  trx: DatabaseTransaction,
  {
    fields,
    actor,
    ...change
  }: Omit<Insertable<Schema['series_changes']>, 'fields' | 'actor'> & {
    fields: SeriesFields;
    actor: Actor;
  },
  dates: { tripId: string; seenVersion: number | null }[],
): Promise<void> {
  await lockSeries(trx, change.series_id);
  await trx
    .insertInto('series_changes')
    .values({ ...change, fields: JSON.stringify(fields), actor: JSON.stringify(actor) })
    .execute();
  await trx
    .insertInto('series_change_dates')
    .values(
      dates.map(({ tripId, seenVersion }, position) => ({
        ...{ change_id: change.id, trip_id: tripId, position, seen_version: seenVersion },
      })),
    )
    .execute();
}

/** Series with changes that are not finished, the one that has waited longest first. */
export async function unfinishedSeries(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('series_changes')
    .select('series_id')
    .where('notified_at', 'is', null)
    .groupBy('series_id')
    .orderBy(sql`min(ordinal)`)
    .execute();
  return rows.map((row) => row.series_id);
}

/** Changes of many dates that a process has left. */
export const seriesMoments = sql`select created_at as at from series_changes where notified_at is null`;

/**
 * The earliest unfinished change of a series, which nobody else works on until the transaction ends: changes follow
 * each other.
 */
export async function lockUnfinished(trx: DatabaseTransaction, seriesId: string): Promise<SeriesChangeRow | undefined> {
  // Before the query, which would find what was unfinished when it began to wait.
  await lockSeries(trx, seriesId);
  return trx
    .selectFrom('series_changes')
    .selectAll()
    .where('series_id', '=', seriesId)
    .where('notified_at', 'is', null)
    .orderBy('ordinal')
    .limit(1)
    .executeTakeFirst();
}

/** The first date of a change that waits; `dates`: how many the change has. */
export function nextDate(trx: DatabaseTransaction, changeId: string) {
  const ofChange = trx.selectFrom('series_change_dates').where('change_id', '=', changeId);
  return ofChange
    .selectAll()
    .select(ofChange.select(sql<number>`count(*)::int`.as('count')).as('dates'))
    .where('state', '=', 'waiting')
    .orderBy('position')
    .limit(1)
    .$narrowType<{ dates: number }>()
    .executeTakeFirst();
}

export async function updateDate(
  trx: DatabaseTransaction,
  { change_id, trip_id }: Pick<ChangeDateRow, 'change_id' | 'trip_id'>,
  {
    before,
    changes,
    ...outcome
  }: Partial<Omit<Insertable<Schema['series_change_dates']>, 'before' | 'changes'>> & {
    before: Before | null;
    changes: object;
  },
): Promise<void> {
  await trx
    .updateTable('series_change_dates')
    .set({ ...outcome, before: before && JSON.stringify(before), changes: JSON.stringify(changes) })
    .where('change_id', '=', change_id)
    .where('trip_id', '=', trip_id)
    .execute();
}

/** What a change did to a departure. */
export function findDate(db: Database, changeId: string, tripId: string): Promise<ChangeDateRow | undefined> {
  return db
    .selectFrom('series_change_dates')
    .selectAll()
    .where('change_id', '=', changeId)
    .where('trip_id', '=', tripId)
    .executeTakeFirst();
}

/** Lets what changed a departure before an undone change be undone, now that it has this version. */
export async function carryVersion(
  trx: DatabaseTransaction,
  undoneId: string,
  tripId: string,
  version: number,
): Promise<void> {
  const before = trx
    .selectFrom('series_change_dates')
    .select('version_before')
    .where('change_id', '=', undoneId)
    .where('trip_id', '=', tripId);
  await trx
    .updateTable('series_change_dates')
    .set({ version })
    .where('trip_id', '=', tripId)
    .where('state', '=', 'changed')
    .where('version', '=', before)
    .execute();
}

/** Notes that a change is done, and forgets from where it was made. */
export async function finishChange(trx: DatabaseTransaction, id: string, payers: number): Promise<void> {
  await trx
    .updateTable('series_changes')
    .set({ notified_at: new Date(), payers, actor: null })
    .where('id', '=', id)
    .execute();
}

/** Changes with who made them and what undid them: one by its id, else those of the last hours, the latest first. */
export function listChanges(db: Database, seriesId: string, id?: string) {
  return db
    .selectFrom('series_changes as c')
    .leftJoin('users', 'users.id', 'c.created_by')
    .leftJoin('series_changes as undone', 'undone.undoes', 'c.id')
    .selectAll('c')
    .select(['users.name as by', 'undone.id as undone_by'])
    .where('c.series_id', '=', seriesId)
    .$if(id !== undefined, (one) => one.where('c.id', '=', id ?? ''))
    .$if(id === undefined, (recent) =>
      recent
        .where('c.undoes', 'is', null)
        .where('c.created_at', '>', sql<Date>`now() - make_interval(hours => ${SERIES_UNDO_HOURS})`),
    )
    .orderBy('c.ordinal', 'desc')
    .limit(50)
    .execute();
}
export type ListedChange = Awaited<ReturnType<typeof listChanges>>[number];

/** The dates of these changes with when they depart, by change and departure. */
export function datesOfChanges(db: Database, changeIds: string[]) {
  if (changeIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('series_change_dates as d')
    .innerJoin('trips', 'trips.id', 'd.trip_id')
    .select(['d.change_id', 'd.trip_id', 'd.state', 'd.refusal', 'd.version', 'd.changes'])
    .select(['d.people', 'd.reservations', 'd.waiting', 'trips.departs_at', 'trips.version as trip_version'])
    .where('d.change_id', 'in', changeIds)
    .orderBy('d.change_id')
    .orderBy('d.position')
    .execute();
}
