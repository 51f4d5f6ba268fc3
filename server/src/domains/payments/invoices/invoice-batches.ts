import { type InvoiceBatch, type InvoiceBatchDraft, MAX_BATCH } from '@passeio/contract/payments/invoice-batches';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { type Actor, callerOfActor, system } from '../../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { refusalText, withSavepoint } from '../../../platform/database/constraints.ts';
import { inTransaction, isRetried } from '../../../platform/database/transaction.ts';
import { AppError, isDatabaseAway } from '../../../platform/http/errors.ts';
import type { FiscalService } from '../../../ports/fiscal/port.ts';
import { readTimeZone } from '../../settings/index.ts';
import { readIssuing } from './fiscal-settings.ts';
import { presentBatch } from './invoice-batches.present.ts';
import { departsIn, hasMoneyWithoutNote, insertBatch } from './invoice-batches.queries.ts';
import { type InvoiceOrder, issueInvoice } from './issue-invoice.ts';
import type { IssuedInvoiceRow } from './issued-invoices.queries.ts';

/** Asks for the notes of many reservations; the sweep writes them. Throws what keeps the operator from issuing. */
export async function startBatch(
  trx: DatabaseTransaction,
  actor: Actor,
  fiscal: FiscalService | undefined,
  { reservationIds, month }: InvoiceBatchDraft,
): Promise<InvoiceBatch> {
  await readIssuing(trx, fiscal);
  const ids = month ? await reservationsOfMonth(trx, month) : [...new Set(reservationIds)];
  if (ids.length === 0) throw new AppError('INVOICE_NOTHING_DUE');
  const found = await trx.selectFrom('reservations').select('id').where('id', 'in', ids).execute();
  if (found.length < ids.length) throw new AppError('RESERVATION_NOT_FOUND');
  const batchId = await insertBatch(trx, { rule: null, requestedBy: callerOfActor(actor).id, reservationIds: ids });
  return presentBatch(trx, batchId);
}

async function reservationsOfMonth(trx: DatabaseTransaction, month: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from reservations r join trips t on t.id = r.trip_id
    where ${departsIn(month, await readTimeZone(trx))} and t.departs_at <= now() and ${hasMoneyWithoutNote}
    order by t.departs_at, r.id limit ${MAX_BATCH}`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Puts those of a batch back that have no note, or one that was refused. Throws INVOICE_BATCH_NOT_FOUND. */
export async function retryBatch(
  trx: DatabaseTransaction,
  fiscal: FiscalService | undefined,
  batchId: string,
): Promise<InvoiceBatch> {
  await readIssuing(trx, fiscal);
  await sql`
    update invoice_batch_items item set state = 'waiting', invoice_id = null, problem = ''
    where batch_id = ${batchId} and (state = 'failed' or exists (
      select from issued_invoices note where note.id = item.invoice_id and note.state = 'rejected'))`.execute(trx);
  return presentBatch(trx, batchId);
}

interface IssuingBatches {
  db: Database;
  fiscal: FiscalService;
  logger: Pick<Logger, 'error'>;
}

/** Writes the notes of batches, each in a transaction of its own; the sweep after it sends them. Every process may. */
export async function issueBatches(deps: IssuingBatches, signal?: AbortSignal): Promise<void> {
  let isMore = true;
  while (isMore && !signal?.aborted) isMore = await inTransaction(deps.db, (trx) => issueNext(trx, deps));
}

async function issueNext(trx: DatabaseTransaction, deps: IssuingBatches): Promise<boolean> {
  const item = await trx
    .selectFrom('invoice_batch_items as item')
    .innerJoin('invoice_batches as batch', 'batch.id', 'item.batch_id')
    .innerJoin('users', 'users.id', 'batch.requested_by')
    .select(['item.batch_id', 'item.reservation_id', 'batch.requested_by', 'batch.rule', 'users.name'])
    .where('item.state', '=', 'waiting')
    .orderBy('item.batch_id')
    .orderBy('item.reservation_id')
    .limit(1)
    .forNoKeyUpdate('item')
    .skipLocked()
    .executeTakeFirst();
  if (!item) return false;
  const { rule, name, requested_by: requestedBy, reservation_id: reservationId } = item;
  const actor: Actor = rule === null ? { ...system, name } : system;
  const order = { reservationId, requestedBy, draft: undefined };
  const outcome = await withSavepoint(
    trx,
    async () => ({ state: 'issued' as const, invoice_id: (await issueOrRefuse(trx, actor, deps, order)).id }),
    (error) => ({ state: 'failed' as const, problem: refusalText(error).slice(0, 500) }),
  );
  await trx
    .updateTable('invoice_batch_items')
    .set(outcome)
    .where('batch_id', '=', item.batch_id)
    .where('reservation_id', '=', reservationId)
    .execute();
  return true;
}

/** Issues a note; any error but of a database that is away is a refusal, so that no reservation holds up the others. */
async function issueOrRefuse(
  trx: DatabaseTransaction,
  actor: Actor,
  { fiscal, logger }: IssuingBatches,
  order: InvoiceOrder,
): Promise<IssuedInvoiceRow> {
  try {
    return await issueInvoice(trx, actor, fiscal, order);
  } catch (error) {
    if (error instanceof AppError || isDatabaseAway(error) || isRetried(error)) throw error;
    logger.error({ err: error, reservationId: order.reservationId }, 'a note of a batch was not written');
    throw new AppError('INTERNAL');
  }
}

const ruleMoment = sql<Date>`case s.issue_rule
  when 'all_paid' then case when r.received_cents >= r.total_cents then r.updated_at end
  when 'departure' then t.departs_at
  else (date_trunc('month', t.departs_at at time zone operator.time_zone) + interval '1 month')
    at time zone operator.time_zone end`;
const withoutNoteByRule = sql`fiscal_settings s cross join operator
  join trips t on t.departs_at >= s.rule_since
  join reservations r on r.trip_id = t.id and r.state = 'booked'
  where s.issue_rule <> 'by_hand' and ${hasMoneyWithoutNote}
    and not exists (select from invoice_batch_items item where item.reservation_id = r.id and item.by_rule)`;

/** When notes are written: by the rule of the settings, or of batches. */
export const writingMoments = sql`
  select ${ruleMoment} as at from ${withoutNoteByRule}
  union all
  select created_at from invoice_batches
  where id in (select batch_id from invoice_batch_items where state = 'waiting')`;

/**
 * Asks for the notes that the rule of the settings names, once for each reservation, of departures since the rule was
 * set. A note by hand before is enough.
 */
export async function issueByRule(db: Database): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { rows: locks } = await sql<{ is_ours: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended('notes by rule', 0)) as is_ours`.execute(trx);
    if (!locks[0]?.is_ours) return;
    const { rows } = await sql<{ id: string; rule: 'all_paid' | 'departure' | 'monthly'; rule_by: string }>`
      select r.id, s.issue_rule as rule, s.rule_by from ${withoutNoteByRule} and ${ruleMoment} <= now()
      order by t.departs_at, r.id limit ${MAX_BATCH}`.execute(trx);
    const [first] = rows;
    if (!first) return;
    const { rule, rule_by: requestedBy } = first;
    await insertBatch(trx, { rule, requestedBy, reservationIds: rows.map(({ id }) => id) });
  });
}
