import { type CommissionBase, commissionOf } from '@passeio/contract/sellers/commission';
import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { CommissionRule } from '../../../platform/database/schema/schema.ts';
import { sqlAny } from '../../../platform/database/sql-any.ts';
import { keepCommission } from '../../book/index.ts';

/** What the commission of a row `r` of `reservations` follows from: what has to go back was not received. */
export const commissionBase = sql<CommissionBase>`jsonb_build_object(
  'fareCents', (select coalesce(sum(quantity * unit_cents), 0) from reservation_lines line
    where line.reservation_id = r.id and line.kind in ('fare', 'discount') and line.ended_at is null),
  'people', r.places,
  'totalCents', r.total_cents,
  'receivedCents', least(r.received_cents, case when r.is_active then r.total_cents else r.retained_cents end))`;

/** Has the book say what sellers earned of locked reservations, by the rule of each for what was received. */
export async function keepCommissions(trx: DatabaseTransaction, ids: string[]): Promise<void> {
  const { rows } = await sql<{
    id: string;
    seller_id: string | null;
    rule: CommissionRule | null;
    base: CommissionBase;
  }>`select r.id, r.seller_id, r.commission_rule as rule, ${commissionBase} as base
    from reservations r where r.id = ${sqlAny(ids, 'uuid')} order by r.id`.execute(trx);
  for (const { id, seller_id, rule, base } of rows)
    await keepCommission(trx, { reservationId: id, sellerId: seller_id, cents: rule ? commissionOf(rule, base) : 0 });
}
