import { moneyText } from '@passeio/contract/money';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { countUpToLimit } from '../../../platform/database/count.ts';
import type { PaymentId } from '../../../ports/payments/port.ts';
import type { UnmatchedRow } from '../ledger/unknown-money.queries.ts';

/**
 * The payments of a charge that wait for staff, each less than it asks for, the largest first; none of which something
 * went back.
 */
export function waitingPartsOf(
  trx: DatabaseTransaction,
  issuer: string,
  { reference, amount_cents }: { reference: string; amount_cents: number },
): Promise<UnmatchedRow[]> {
  return trx
    .selectFrom('unmatched_payments')
    .selectAll()
    .where('charge_reference', '=', reference)
    .where('provider', '=', issuer)
    .where('state', '=', sql.lit('waiting'))
    .where('returned_cents', '=', 0)
    .where('amount_cents', '<', amount_cents)
    .orderBy('amount_cents', 'desc')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** What came by a payment that waited, as a movement of money. */
export function movementOfUnmatched(row: UnmatchedRow) {
  return {
    method: row.method,
    amountCents: row.amount_cents,
    payerName: row.payer_name,
    payment: { issuer: row.provider, reference: row.reference },
    occurredAt: row.occurred_at,
    ...(row.fee_cents !== null && { feeCents: row.fee_cents }),
    ...(row.settles_on !== null && { settlesOn: row.settles_on }),
  };
}

/** Says of a payment that waits how much of it the bank has returned. */
export async function noteReturned(db: Database, { issuer, reference }: PaymentId, cents: number): Promise<void> {
  const text = `Já foram devolvidos ${moneyText(cents)} deste pagamento.`;
  const before = sql`regexp_replace(description,
    '(O banco já devolveu .{1,40} deste Pix|Já foram devolvidos .{1,40} deste pagamento)\\.$', '')`;
  await db
    .updateTable('unmatched_payments')
    .set({ returned_cents: cents, description: sql<string>`trim(${before} || ' ' || ${text})` })
    .where('provider', '=', issuer)
    .where(sql`upper(reference)`, '=', reference.toUpperCase())
    .where('state', '=', 'waiting')
    .where(sql<boolean>`right(description, length(${text})) <> ${text}`)
    .execute();
}

/** A page of the payments that wait for staff, the oldest first. */
export async function pageOfUnmatched(db: Database, { page, size }: { page: number; size: number }) {
  // A literal, because a generic plan could not use the partial index.
  const waiting = db.selectFrom('unmatched_payments').where(sql<boolean>`state = 'waiting'`);
  const [rows, count] = await Promise.all([
    waiting
      .selectAll()
      .orderBy('occurred_at')
      .orderBy('id')
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
    countUpToLimit(db, waiting),
  ]);
  return { rows, ...count };
}

/** Locks a payment that waits; undefined for one that staff has decided. */
export function lockWaiting(trx: DatabaseTransaction, id: string): Promise<UnmatchedRow | undefined> {
  return trx
    .selectFrom('unmatched_payments')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .forNoKeyUpdate()
    .executeTakeFirst();
}
