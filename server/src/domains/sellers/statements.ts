import { createHash, randomUUIDv7 } from 'node:crypto';
import type {
  CommissionClosing,
  CommissionPayment,
  CommissionStatement,
  CommissionStatementList,
  CommissionStatementQuery,
} from '@passeio/contract/sellers/commission-statements';
import type { OwnCommission } from '@passeio/contract/sellers/own-sales';
import {
  readStatement,
  type StatementContent,
  statementCents,
  statementText,
} from '@passeio/contract/sellers/statement-file';
import { type Selectable, sql } from 'kysely';
import { type Actor, callerOfActor, recordAudit } from '../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { mapConstraintErrors } from '../../platform/database/constraints.ts';
import { countUpToLimit } from '../../platform/database/count.ts';
import type { Schema } from '../../platform/database/schema/schema.ts';
import type { Caller } from '../../platform/http/access.ts';
import { AppError } from '../../platform/http/errors.ts';
import { handRecorded } from '../../ports/payments/port.ts';
import { accountOfMeans, accountOfSeller, writeTransfer } from '../book/index.ts';
import { readTimeZone } from '../settings/index.ts';
import { readOpenLines } from './open-lines.queries.ts';
import { lockSeller, readSeller, requireSeller, sellerSubject } from './sellers.queries.ts';

type StatementRow = Selectable<Schema['commission_statements']> & {
  seller_name: string;
  seller_code: string;
  pix_key: string;
  pix_key_by_seller_at: Date | null;
  paid_at: Date | null;
  reference: string | null;
};

const statementsFound = (db: Database) =>
  db
    .selectFrom('commission_statements')
    .innerJoin('sellers as s', 's.id', 'commission_statements.seller_id')
    .leftJoin('transfers as t', 't.statement_id', 'commission_statements.id')
    .selectAll('commission_statements')
    .select(['s.name as seller_name', 's.code as seller_code', 's.pix_key', 's.pix_key_by_seller_at'])
    .select(['t.occurred_at as paid_at', 't.reference']);

/**
 * Closes everything of a seller that is payable into the statement of a month: commission of trips that were back by
 * its end, and stands in no statement yet. The row of the seller is locked. Throws SELLER_NOT_FOUND,
 * COMMISSION_MONTH_AHEAD, COMMISSION_MONTH_CLOSED or COMMISSION_NOTHING.
 */
export async function closeStatement(
  trx: DatabaseTransaction,
  actor: Actor,
  { sellerId, month }: CommissionClosing,
): Promise<CommissionStatement> {
  const seller = await lockSeller(trx, sellerId);
  const timeZone = await readTimeZone(trx);
  const { end, now } = await monthEnd(trx, month, timeZone);
  const last = await lastStatement(trx, sellerId);
  if (last && month <= last.month) throw new AppError('COMMISSION_MONTH_CLOSED');
  const { lines, transferIds } = await readOpenLines(trx, { sellerId, until: end < now ? end : now, timeZone });
  if (transferIds.length === 0) throw new AppError('COMMISSION_NOTHING');
  const content: StatementContent = {
    sellerCode: seller.code,
    month,
    number: (last?.number ?? 0) + 1,
    closedAt: now.toISOString(),
    previousHash: last?.hash ?? null,
    carriedCents: Math.min(last?.total_cents ?? 0, 0),
    lines,
  };
  const id = await insertStatement(trx, actor, { sellerId, content, transferIds });
  await recordAudit(trx, actor, {
    action: 'seller.statement_closed',
    subject: sellerSubject(seller),
    changes: { month: [null, month], totalCents: [null, statementCents(content)] },
  });
  return readOne(trx, id);
}

async function monthEnd(trx: DatabaseTransaction, month: string, timeZone: string): Promise<{ end: Date; now: Date }> {
  const { rows } = await sql<{ begin: Date; end: Date; now: Date }>`select now() as now,
    (${`${month}-01`}::date)::timestamp at time zone ${timeZone} as begin,
    (${`${month}-01`}::date + interval '1 month') at time zone ${timeZone} as end`.execute(trx);
  const [found] = rows;
  if (!found || found.begin > found.now) throw new AppError('COMMISSION_MONTH_AHEAD');
  return found;
}

const lastStatement = (trx: DatabaseTransaction, sellerId: string) =>
  trx
    .selectFrom('commission_statements')
    .select(['number', 'month', 'hash', 'total_cents'])
    .where('seller_id', '=', sellerId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();

async function insertStatement(
  trx: DatabaseTransaction,
  actor: Actor,
  { sellerId, content, transferIds }: { sellerId: string; content: StatementContent; transferIds: string[] },
): Promise<string> {
  const id = randomUUIDv7();
  const text = statementText(content);
  await trx
    .insertInto('commission_statements')
    .values({
      id,
      seller_id: sellerId,
      number: content.number,
      month: content.month,
      carried_cents: content.carriedCents,
      total_cents: statementCents(content),
      entries: transferIds.length,
      content: text,
      hash: createHash('sha256').update(text).digest('hex'),
      previous_hash: content.previousHash,
      closed_at: content.closedAt,
      closed_by: callerOfActor(actor).id,
    })
    .execute();
  await sql`insert into commission_statement_entries (transfer_id, statement_id)
    select id, ${id} from unnest(${transferIds}::uuid[]) id`.execute(trx);
  return id;
}

/**
 * Records the Pix by which a statement was paid, all of it. Throws COMMISSION_STATEMENT_NOT_FOUND,
 * COMMISSION_NOT_PAYABLE, COMMISSION_PAID or END_TO_END_ID_USED.
 */
export async function payStatement(
  trx: DatabaseTransaction,
  actor: Actor,
  id: string,
  { endToEndId, paidOn }: CommissionPayment,
): Promise<CommissionStatement> {
  const found = await readOne(trx, id);
  const seller = await lockSeller(trx, found.seller.id);
  if (found.totalCents <= 0) throw new AppError('COMMISSION_NOT_PAYABLE');
  if ((await readOne(trx, id)).payment) throw new AppError('COMMISSION_PAID');
  const written = await mapConstraintErrors({ transfers_statement_paid_once: 'COMMISSION_PAID' }, async () =>
    writeTransfer(trx, {
      from: accountOfSeller(seller.id),
      to: accountOfMeans('pix', { provider: handRecorded.issuer }),
      kind: 'commission_payment',
      method: 'pix',
      amount_cents: found.totalCents,
      statement_id: id,
      provider: handRecorded.issuer,
      reference: endToEndId,
      recorded_by: callerOfActor(actor).id,
      // Noon in Brasília, not ahead of now.
      ...(paidOn && { occurred_at: new Date(Math.min(Date.parse(`${paidOn}T15:00:00Z`), Date.now())) }),
    }),
  );
  if (!written) throw new AppError('END_TO_END_ID_USED', { endToEndId: 'Este Pix já está lançado.' });
  await recordAudit(trx, actor, {
    action: 'seller.statement_paid',
    subject: sellerSubject(seller),
    changes: {
      month: [null, found.month],
      amountCents: [null, found.totalCents],
      endToEndId: [null, endToEndId],
    },
  });
  return readOne(trx, id);
}

export async function listStatements(
  db: Database,
  { sellerId, page, size }: CommissionStatementQuery,
): Promise<CommissionStatementList> {
  const ofSeller = statementsFound(db).$if(sellerId !== undefined, (query) =>
    query.where('commission_statements.seller_id', '=', sellerId ?? ''),
  );
  const rows = await ofSeller
    .orderBy('closed_at', 'desc')
    .orderBy('commission_statements.id')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  const counted = db
    .selectFrom('commission_statements')
    .$if(sellerId !== undefined, (query) => query.where('seller_id', '=', sellerId ?? ''));
  const count = await countUpToLimit(db, counted);
  return {
    data: rows.map(present).map(({ lines: _, ...summary }) => summary),
    page: { number: page, size, ...count },
  };
}

/** Throws COMMISSION_STATEMENT_NOT_FOUND. */
export const readOne = async (db: Database, id: string): Promise<CommissionStatement> => present(await find(db, id));

/** A statement of the caller. Throws NOT_A_SELLER, or COMMISSION_STATEMENT_NOT_FOUND also for another seller's. */
export async function readOwnStatement(db: Database, caller: Caller, id: string): Promise<CommissionStatement> {
  const seller = await requireSeller(db, caller.id);
  const row = await find(db, id);
  if (row.seller_id !== seller.id) throw new AppError('COMMISSION_STATEMENT_NOT_FOUND');
  return present(row);
}

/** The canonical text of a statement, by which it is verified. */
export const readText = async (db: Database, id: string): Promise<string> => (await find(db, id)).content;

/** What the caller has earned. Throws NOT_A_SELLER. */
export async function readOwnCommission(db: Database, caller: Caller): Promise<OwnCommission> {
  const { id } = await requireSeller(db, caller.id);
  const { balance } = await readSeller(db, id);
  const { data } = await listStatements(db, { sellerId: id, page: 1, size: 24 });
  return { balance, statements: data.map(({ seller: _, ...summary }) => summary) };
}

async function find(db: Database, id: string): Promise<StatementRow> {
  const row = await statementsFound(db).where('commission_statements.id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('COMMISSION_STATEMENT_NOT_FOUND');
  return row;
}

function present(row: StatementRow): CommissionStatement {
  const lines = readStatement(row.content)?.lines ?? [];
  return {
    id: row.id,
    number: row.number,
    month: row.month,
    closedAt: row.closed_at.toISOString(),
    carriedCents: row.carried_cents,
    totalCents: row.total_cents,
    reservations: lines.length,
    hash: row.hash,
    previousHash: row.previous_hash,
    payment: row.paid_at && { paidAt: row.paid_at.toISOString(), endToEndId: row.reference ?? '' },
    seller: {
      id: row.seller_id,
      name: row.seller_name,
      code: row.seller_code,
      pixKey: row.pix_key,
      keyBySellerAt: row.pix_key_by_seller_at?.toISOString() ?? null,
    },
    lines: [...lines],
  };
}
