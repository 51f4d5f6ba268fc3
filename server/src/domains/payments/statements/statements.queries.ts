import { randomUUIDv7 } from 'node:crypto';
import type { LeftOut } from '@passeio/contract/payments/statements';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Schema } from '../../../platform/database/schema/schema.ts';
import { sqlAny } from '../../../platform/database/sql-any.ts';
import { handRecorded } from '../../../ports/payments/port.ts';
import { countingEntries } from '../ledger/ledger.queries.ts';

export type LineRow = Selectable<Schema['statement_lines']>;
export type StatementRow = Selectable<Schema['statements']>;
export type NewLine = Omit<LineRow, 'id' | 'statement_id'>;

// A day more than what is compared, for the time zone.
const DAYS_APART = 3;

export async function insertStatement(
  trx: DatabaseTransaction,
  statement: {
    filename: string;
    format: 'ofx' | 'csv';
    unreadRows: number;
    leftOut: Partial<Record<LeftOut, number>>;
    by: string;
  },
  lines: NewLine[],
): Promise<string> {
  const id = randomUUIDv7();
  const { filename, format, unreadRows, leftOut, by } = statement;
  const row = { id, filename, format, unread_rows: unreadRows, left_out: JSON.stringify(leftOut), imported_by: by };
  await trx.insertInto('statements').values(row).execute();
  const rows = JSON.stringify(lines.map((line) => ({ ...line, id: randomUUIDv7(), statement_id: id })));
  await sql`insert into statement_lines select * from jsonb_populate_recordset(null::statement_lines, ${rows}::jsonb)`.execute(
    trx,
  );
  return id;
}

export function findStatement(db: Database, id: string): Promise<StatementRow | undefined> {
  return db.selectFrom('statements').selectAll().where('id', '=', id).executeTakeFirst();
}

export function linesOf(db: Database, statementId: string): Promise<LineRow[]> {
  return db
    .selectFrom('statement_lines')
    .selectAll()
    .where('statement_id', '=', statementId)
    .orderBy('position')
    .execute();
}

/** Locks lines of a statement, those of the earliest days first. */
export function lockLines(trx: DatabaseTransaction, statementId: string, ids: string[]): Promise<LineRow[]> {
  return trx
    .selectFrom('statement_lines')
    .selectAll()
    .where('statement_id', '=', statementId)
    .where('id', '=', sqlAny(ids, 'uuid'))
    .orderBy('occurred_on')
    .orderBy('position')
    .forNoKeyUpdate()
    .execute();
}

export async function markConfirmed(
  trx: DatabaseTransaction,
  id: string,
  { reservationId, entryId }: { reservationId: string; entryId: string },
): Promise<void> {
  await trx
    .updateTable('statement_lines')
    .set({ state: 'confirmed', reservation_id: reservationId, transfer_id: entryId })
    .where('id', '=', id)
    .execute();
}

/** Noon of a day in the operator's time zone, or now if that is earlier. */
export async function noonOf(db: Database, day: string): Promise<Date> {
  const noon = sql<Date>`least((${day}::date + time '12:00') at time zone (select time_zone from operator), now())`;
  return (await db.selectNoFrom(noon.as('noon')).executeTakeFirstOrThrow()).noon;
}

/** Confirmations of statements wait for each other, so that each is compared with what the one before has recorded. */
export async function lockStatements(trx: DatabaseTransaction): Promise<void> {
  await sql`select lock_statements()`.execute(trx);
}

/** The keys whose lines staff has dismissed. */
export async function dismissedKeys(db: Database, keys: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('dismissed_lines')
    .select('line_key')
    .where('line_key', '=', sqlAny(keys, 'text'))
    .execute();
  return rows.map(({ line_key }) => line_key);
}

/** Dismisses a key, or lets it count again. Returns whether that changes anything. */
export async function setDismissed(trx: DatabaseTransaction, key: string, by: string | null): Promise<boolean> {
  const change = by
    ? trx
        .insertInto('dismissed_lines')
        .values({ line_key: key, dismissed_by: by })
        .onConflict((conflict) => conflict.doNothing())
        .returning('line_key')
    : trx.deleteFrom('dismissed_lines').where('line_key', '=', key).returning('line_key');
  return (await change.executeTakeFirst()) !== undefined;
}

/** Money of the ledger that may stand for a line. */
export interface RecordedEntry {
  id: string;
  reservation_id: string;
  amount_cents: number;
  reference: string | null;
  charge_id: string | null;
  payer_name: string;
  note: string;
  /** In the operator's time zone. */
  day: string;
  /** On which a bank may book it: about midnight it is the day before, or the next one. */
  first_day: string;
  last_day: string;
}

/**
 * What came to the account around these days with these amounts or for these charges and counts, and these payments
 * whatever they say.
 */
export async function entriesLike(
  db: Database,
  {
    from,
    to,
    amounts,
    chargeIds,
    references,
  }: { from: string; to: string; amounts: number[]; chargeIds: string[]; references: string[] },
): Promise<RecordedEntry[]> {
  const dayOf = (at: RawBuilder<unknown>) => sql<string>`((${at}) at time zone (select time_zone from operator))::date`;
  const days = [
    dayOf(sql`entry.occurred_at`).as('day'),
    dayOf(sql`entry.occurred_at - interval '1 hour'`).as('first_day'),
    dayOf(sql`entry.occurred_at + interval '1 hour'`).as('last_day'),
  ] as const;
  const columns = [
    ...(['entry.id', 'entry.reservation_id', 'entry.amount_cents', 'entry.reference'] as const),
    ...(['entry.charge_id', 'entry.payer_name', 'entry.note', 'entry.occurred_at'] as const),
  ] as const;
  const near = db
    .selectFrom('entries as entry')
    .select(columns)
    .select(days)
    .where('entry.occurred_at', '>=', sql<Date>`${from}::date - ${sql.lit(DAYS_APART)}`)
    .where('entry.occurred_at', '<=', sql<Date>`${to}::date + ${sql.lit(DAYS_APART + 1)}`)
    .where(({ or, eb }) =>
      or([
        eb('entry.amount_cents', '=', sqlAny(amounts, 'integer')),
        eb('entry.charge_id', '=', sqlAny(chargeIds, 'uuid')),
      ]),
    )
    .where('entry.direction', '=', 'in')
    .where('entry.method', 'in', [handRecorded.method, 'transfer'])
    .where('entry.reverses', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('transfers as r').select('r.id').whereRef('r.reverses', '=', 'entry.id'))),
    );
  return near
    .union(countingEntries(db, handRecorded.issuer, references).select(columns).select(days))
    .orderBy('occurred_at')
    .orderBy('id')
    .execute();
}

/** Payments of an amount that wait for staff, which a statement may list without their references. */
export function waitingPayments(
  db: Database,
  amountCents: number,
): Promise<{ reference: string; payer_name: string; day: string }[]> {
  const day = sql<string>`(occurred_at at time zone (select time_zone from operator))::date`;
  return db
    .selectFrom('unmatched_payments')
    .select(['reference', 'payer_name', day.as('day')])
    .where('provider', '=', handRecorded.issuer)
    .where('state', '=', sql.lit('waiting'))
    .where('amount_cents', '=', amountCents)
    .execute();
}

export interface FoundCharge {
  id: string;
  reference: string;
  /** Null where it is for something else. */
  reservation_id: string | null;
  purpose: Selectable<Schema['charges']>['purpose'];
  state: Selectable<Schema['charges']>['state'];
  amount_cents: number;
  adjustment_cents: number;
}

export function chargesByReference(db: Database, references: string[]): Promise<FoundCharge[]> {
  return db
    .selectFrom('charges')
    .select(['id', 'reference', 'reservation_id', 'purpose', 'state', 'amount_cents', 'adjustment_cents'])
    .where('reference', '=', sqlAny(references, 'text'))
    .execute();
}

/** References and charges, among these, by which something else than a reservation was bought. */
export async function salesAmong(
  db: Database,
  { references, chargeIds }: { references: string[]; chargeIds: string[] },
): Promise<{ references: Set<string>; chargeIds: Set<string> }> {
  const upper = sql<string>`upper(coalesce(sale.reference, claim.reference))`;
  const rows = await db
    .selectFrom('transfers as sale')
    .leftJoin('unmatched_payments as claim', 'claim.transfer_id', 'sale.id')
    .select(['sale.charge_id', upper.as('reference')])
    .where('sale.kind', '=', 'sale')
    .where(({ or, eb }) =>
      or([
        eb('sale.charge_id', '=', sqlAny(chargeIds, 'uuid')),
        eb(
          upper,
          '=',
          sqlAny(
            references.map((reference) => reference.toUpperCase()),
            'text',
          ),
        ),
      ]),
    )
    .execute();
  return {
    references: new Set(rows.flatMap(({ reference }) => reference ?? [])),
    chargeIds: new Set(rows.flatMap(({ charge_id }) => charge_id ?? [])),
  };
}

/** A reservation that owes one of the amounts: its open charge, deposit or rest. An expired one may be reinstated. */
export interface OwingReservation {
  id: string;
  is_active: boolean;
  total_cents: number;
  deposit_cents: number;
  received_cents: number;
  charge_cents: number | null;
  /** What its means adds to what the open charge settles, or takes off. */
  charge_adjustment_cents: number | null;
}

/** The reservations that owe one of the amounts, and those of `ids` that owe anything. */
export async function owingReservations(
  db: Database,
  { amounts, ids }: { amounts: number[]; ids: string[] },
): Promise<OwingReservation[]> {
  const { rows } = await sql<OwingReservation>`
    select r.id, r.is_active, r.total_cents, r.deposit_cents, r.received_cents, c.amount_cents as charge_cents,
      c.adjustment_cents as charge_adjustment_cents
    from reservations r
    join trips t on t.id = r.trip_id
    left join charges c on c.reservation_id = r.id and c.state = 'open'
    where r.received_cents < r.total_cents and (
      r.id = ${sqlAny(ids, 'uuid')} and r.state in ('held', 'booked', 'expired')
      or r.is_active and r.state <> 'requested' and t.departs_at > now() - interval '60 days'
        and (r.total_cents - r.received_cents = ${sqlAny(amounts, 'integer')}
          or r.deposit_cents - r.received_cents = ${sqlAny(amounts, 'integer')}
          or c.amount_cents = ${sqlAny(amounts, 'integer')}
          or r.total_cents - r.deposit_cents = ${sqlAny(amounts, 'integer')}))
    order by r.created_at, r.id`.execute(db);
  return rows;
}

/** The names of payers and participants of reservations. */
export async function namesOf(db: Database, reservationIds: string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ id: string; names: string[] }>`
    select r.id, array_prepend(u.name, coalesce(array_agg(p.name) filter (where p.name is not null), '{}')) as names
    from reservations r
    join users u on u.id = r.user_id
    left join participants p on p.reservation_id = r.id and p.removed_at is null
    where r.id = ${sqlAny(reservationIds, 'uuid')}
    group by r.id, u.name`.execute(db);
  return new Map(rows.map(({ id, names }) => [id, names]));
}

/** What a line shows of its reservation. */
export function shownReservations(db: Database, ids: string[]) {
  return db
    .selectFrom('reservations')
    .innerJoin('users', 'users.id', 'reservations.user_id')
    .innerJoin('trips', 'trips.id', 'reservations.trip_id')
    .select(['reservations.id', 'reservations.code', 'reservations.state', 'users.name as payer', 'trips.title'])
    .select(['reservations.total_cents', 'reservations.received_cents'])
    .where('reservations.id', '=', sqlAny(ids, 'uuid'))
    .execute();
}
