import { randomUUIDv7 } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { IssuedInvoiceRow } from './issued-invoices.queries.ts';

/** Trips `t` that depart in a month, as in "2026-12". */
export const departsIn = (month: string, timeZone: string): RawBuilder<boolean> =>
  sql`t.departs_at >= ${`${month}-01`}::timestamp at time zone ${timeZone}
    and t.departs_at < (${`${month}-01`}::timestamp + interval '1 month') at time zone ${timeZone}`;

/** Reservations `r` that received something, and have no note, nor one that waits for the government. */
export const hasMoneyWithoutNote: RawBuilder<boolean> = sql`
  least(r.received_cents, case when r.is_active then r.total_cents else r.retained_cents end) > 0
  and not exists (select from invoices i where i.reservation_id = r.id)
  and not exists (select from issued_invoices i where i.reservation_id = r.id and i.state = 'sent')`;

interface NewBatch {
  rule: 'all_paid' | 'departure' | 'monthly' | null;
  requestedBy: string;
  reservationIds: string[];
}

export async function insertBatch(trx: DatabaseTransaction, batch: NewBatch): Promise<string> {
  const { rule, requestedBy: requested_by, reservationIds } = batch;
  const id = randomUUIDv7();
  await trx.insertInto('invoice_batches').values({ id, rule, requested_by }).execute();
  await sql`
    insert into invoice_batch_items (batch_id, reservation_id, by_rule)
    select ${id}::uuid, reservation_id, ${rule !== null}
    from unnest(${reservationIds}::uuid[]) reservation_id`.execute(trx);
  return id;
}

export interface BatchRow {
  id: string;
  rule: NewBatch['rule'];
  requested_by: string;
  created_at: Date;
  counts: Record<string, number>;
}

/** Where an item stands: as its note does, if it has one. */
const stateOfItem = sql<string>`case item.state when 'issued' then note.state else item.state end`;

/** Batches, the latest first, with how many of their reservations stand where. */
export async function findBatches(
  db: Database,
  { batchId, limit }: { batchId?: string; limit: number },
): Promise<BatchRow[]> {
  const { rows } = await sql<BatchRow>`
    select batch.id, batch.rule, batch.created_at, users.name as requested_by, (
      select jsonb_object_agg(state, reservations) from (
        select ${stateOfItem} as state, count(*) as reservations
        from invoice_batch_items item left join issued_invoices note on note.id = item.invoice_id
        where item.batch_id = batch.id group by 1
      ) counted
    ) as counts
    from invoice_batches batch join users on users.id = batch.requested_by
    where ${batchId ? sql`batch.id = ${batchId}` : sql`true`}
    order by batch.created_at desc, batch.id desc limit ${limit}`.execute(db);
  return rows;
}

export interface BatchItemRow {
  state: string;
  reservation_id: string;
  code: string;
  payer: string;
  title: string;
  departs_at: Date;
  problem: string;
  invoice_id: string | null;
}

const FIRST = sql`array_position(array['failed', 'rejected', 'waiting', 'sent'], ${stateOfItem})`;

/** The reservations of a batch, those first that need somebody; and their notes. */
export async function findBatchItems(db: Database, batchId: string) {
  const { rows } = await sql<BatchItemRow>`
    select ${stateOfItem} as state, r.id as reservation_id, r.code, t.title, t.departs_at,
      coalesce(nullif(billing.name, ''), users.name, '') as payer, item.problem, item.invoice_id
    from invoice_batch_items item
    join reservations r on r.id = item.reservation_id
    join trips t on t.id = r.trip_id
    join users on users.id = r.user_id
    left join billing_details billing on billing.reservation_id = r.id
    left join issued_invoices note on note.id = item.invoice_id
    where item.batch_id = ${batchId}
    order by ${FIRST} nulls last, t.departs_at, r.id`.execute(db);
  const ids = rows.flatMap(({ invoice_id }) => invoice_id ?? []);
  const notes =
    ids.length > 0 ? await db.selectFrom('issued_invoices').selectAll().where('id', 'in', ids).execute() : [];
  return { rows, notes: new Map(notes.map((note) => [note.id, note as IssuedInvoiceRow])) };
}
