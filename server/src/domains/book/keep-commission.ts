import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../platform/database/connect.ts';
import { accountOfSeller, kept } from './accounts.ts';
import { writeTransfer } from './write-transfer.ts';

/** What a transfer `t` adds to the commission of its seller, in centavos. */
export const commissionCents = sql<number>`case t.kind when 'commission' then t.amount_cents else -t.amount_cents end`;

const sellerOfTransfer = sql<string>`case t.kind when 'commission' then t.to_account else t.from_account end`;

/** The commission that the book has of a reservation, by seller. */
async function accruedCommission(
  trx: DatabaseTransaction,
  reservationId: string,
): Promise<{ seller_id: string; cents: number }[]> {
  const { rows } = await sql<{ seller_id: string; cents: number }>`
    select ${sellerOfTransfer} as seller_id, sum(${commissionCents})::integer as cents
    from transfers t where t.commission_of = ${reservationId} group by 1`.execute(trx);
  return rows;
}

/**
 * Has the book say what the seller of a locked reservation earned of it, by one transfer of the difference: more of it
 * as commission of now, less as its end. What a former seller has of it ends.
 */
export async function keepCommission(
  trx: DatabaseTransaction,
  { reservationId, sellerId, cents }: { reservationId: string; sellerId: string | null; cents: number },
): Promise<void> {
  const accrued = await accruedCommission(trx, reservationId);
  const former = accrued.filter(({ seller_id }) => seller_id !== sellerId);
  const known = accrued.find(({ seller_id }) => seller_id === sellerId)?.cents ?? 0;
  for (const one of former) await writeDifference(trx, reservationId, one.seller_id, -one.cents);
  if (sellerId !== null) await writeDifference(trx, reservationId, sellerId, cents - known);
}

async function writeDifference(
  trx: DatabaseTransaction,
  commission_of: string,
  sellerId: string,
  cents: number,
): Promise<void> {
  if (cents === 0) return;
  const seller = accountOfSeller(sellerId);
  const ends = cents > 0 ? { from: kept, to: seller } : { from: seller, to: kept };
  await writeTransfer(trx, {
    ...ends,
    kind: cents > 0 ? 'commission' : 'commission_end',
    amount_cents: Math.abs(cents),
    commission_of,
    occurred_at: new Date(),
    recorded_at: new Date(),
    recorded_via: 'system',
  });
}
