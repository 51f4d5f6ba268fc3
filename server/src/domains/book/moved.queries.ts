import type { PaymentMethod } from '@passeio/contract/payments/payments';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';

/** Whether a transfer `e` belongs to a reservation's ledger. */
export const isEntry = sql<boolean>`e.reservation_id is not null`;

/** Whether a transfer `e` was paid for a gift card, or went back of one. */
export const isOfGiftCard = sql<boolean>`e.kind in ('sale', 'sale_refund', 'sale_chargeback')`;

/** The gift card of such a transfer `e`, unless the operator kept what it was worth. */
export const cardOf = sql<string>`case e.kind when 'sale' then e.to_account else e.from_account end`;

/** Whether a transfer `e`, from the account of a seller, paid their commission. */
export const isOfSeller = sql<boolean>`e.kind = 'commission_payment'`;

/** What a transfer `e` brought, in centavos: negative for what went out. */
export const broughtCents = sql<number>`case when e.direction = 'out' or ${isOfSeller} then -e.amount_cents
  else e.amount_cents end`;

const isRefund = sql`e.kind in ('refund', 'reversal_in')`;

/** What came in and went back in one month of a calendar by one method, of reservations or of gift cards, in centavos. */
export interface MovedRow {
  month: string;
  method: PaymentMethod;
  isOfGiftCard: boolean;
  entries: number;
  received: number;
  refunded: number;
  fees: number;
}

/**
 * What came in and went back by method and month, of transfers `e` for which `isAsked` holds, which may name their
 * reservation `r`. One that was put right counts on neither side.
 */
export async function sumMoved(db: Database, timeZone: string, isAsked: RawBuilder<boolean>): Promise<MovedRow[]> {
  const { rows } = await sql<MovedRow>`
    select to_char(e.occurred_at at time zone ${timeZone}, 'YYYY-MM') as month, e.method,
      ${isOfGiftCard} as "isOfGiftCard", count(*)::integer as entries,
      coalesce(sum(${broughtCents}) filter (where not ${isRefund}), 0)::float8 as received,
      coalesce(-sum(${broughtCents}) filter (where ${isRefund}), 0)::float8 as refunded,
      coalesce(sum(e.fee_cents), 0)::float8 as fees
    from transfers e left join reservations r on r.id = e.reservation_id
    where ${isAsked}
    group by 1, 2, 3 order by 2, 1`.execute(db);
  return rows;
}
