import type { AuditFilters } from '@passeio/contract/audit';
import type { PageInfo } from '@passeio/contract/pages';
import { type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { countUpToLimit } from '../../platform/database/count.ts';
import { eraseInBatches } from '../../platform/database/erased-counts.ts';
import type { Schema } from '../../platform/database/schema/schema.ts';
import { matchesWords } from '../../platform/database/search.ts';
import { sqlAny } from '../../platform/database/sql-any.ts';

// A text search reads every entry, so counting stops early.
const TEXT_COUNT_LIMIT = 2_000;

export type EntryRow = Selectable<Schema['audit_entries']>;

/** Validated filters, with the time zone of their calendar dates. */
export type AuditQuery = AuditFilters & { timeZone: string };

/** A page of entries, the newest first, and their number. */
export async function listEntries(
  db: Database,
  query: AuditQuery,
): Promise<{ rows: EntryRow[] } & Pick<PageInfo, 'total' | 'totalIsMinimum'>> {
  const matching = filterEntries(db.selectFrom('audit_entries'), query);
  // Ids first, from indexes only, then the entries.
  const page = matching
    .select('id')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(query.size)
    .offset((query.page - 1) * query.size);
  const entries = db.selectFrom('audit_entries').selectAll().where('id', 'in', page);
  const [rows, count] = await Promise.all([
    entries.orderBy('at', 'desc').orderBy('id', 'desc').execute(),
    // Ordered as the index is.
    countUpToLimit(db, matching.orderBy('at', 'desc').orderBy('id', 'desc'), query.q ? TEXT_COUNT_LIMIT : undefined),
  ]);
  return { rows, ...count };
}

function filterEntries<Selection>(
  all: SelectQueryBuilder<Schema, 'audit_entries', Selection>,
  { q, action, subject, subjectId, actorId, from, to, timeZone }: AuditQuery,
): SelectQueryBuilder<Schema, 'audit_entries', Selection> {
  // Midnight in the operator's time zone.
  const midnight = (date: string, plus = '0 days') =>
    sql<Date>`((${date}::date + ${plus}::interval) at time zone ${timeZone})`;
  let entries = all;
  if (action) entries = entries.where('action', '=', action);
  if (subject) entries = entries.where('subject_type', '=', subject);
  if (subjectId) entries = entries.where('subject_id', '=', subjectId);
  if (actorId) entries = entries.where('actor_id', '=', actorId);
  if (from) entries = entries.where('at', '>=', midnight(from));
  if (to) entries = entries.where('at', '<', midnight(to, '1 day'));
  if (q) entries = entries.where((eb) => matchesWords(eb.ref('search_text'), q));
  return entries;
}

/** Which audited things still exist; for reservations also their trip. */
export async function findSubjects(
  db: Database,
  ids: Record<'trip' | 'person' | 'reservation' | 'vehicle' | 'crew', string[]>,
): Promise<Map<string, { tripId: string | null }>> {
  const trips = db
    .selectFrom('trips')
    .select(['id', sql<string | null>`null::uuid`.as('trip_id')])
    .where('id', '=', sqlAny(ids.trip, 'uuid'));
  const people = db
    .selectFrom('users')
    .select(['id', sql<string | null>`null::uuid`.as('trip_id')])
    .where('id', '=', sqlAny(ids.person, 'uuid'));
  const vehicles = db
    .selectFrom('vehicles')
    .select(['id', sql<string | null>`null::uuid`.as('trip_id')])
    .where('id', '=', sqlAny(ids.vehicle, 'uuid'));
  const crew = db
    .selectFrom('crew_members')
    .select(['id', sql<string | null>`null::uuid`.as('trip_id')])
    .where('id', '=', sqlAny(ids.crew, 'uuid'));
  const reservations = db
    .selectFrom('reservations')
    .select(['id', 'trip_id'])
    .where('id', '=', sqlAny(ids.reservation, 'uuid'));
  const found = await trips.unionAll(people).unionAll(vehicles).unionAll(crew).unionAll(reservations).execute();
  return new Map(found.map(({ id, trip_id }) => [id, { tripId: trip_id }]));
}

/** Years after that of an entry for which tax law may ask what it explains. A trigger refuses to delete it earlier. */
const FISCAL_YEARS = 6;
const BATCH = 5_000;

/** Deletes entries of the audit trail once the sixth year after theirs is over. */
export async function deleteOldEntries(db: Database): Promise<void> {
  await eraseInBatches(db, 'history', BATCH, async (trx, limit) => {
    await sql`select set_config('passeio.erasing', 'on', true)`.execute(trx);
    const { numAffectedRows } = await sql`
      delete from audit_entries where id in (
        select id from audit_entries where at < date_trunc('year', now()) - make_interval(years => ${FISCAL_YEARS})
        order by at, id limit ${limit})`.execute(trx);
    return Number(numAffectedRows ?? 0);
  });
}
