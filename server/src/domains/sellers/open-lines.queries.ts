import { type CommissionBase, commissionText } from '@passeio/contract/sellers/commission';
import type { StatementLine } from '@passeio/contract/sellers/statement-file';
import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../platform/database/connect.ts';
import type { CommissionRule } from '../../platform/database/schema/schema.ts';
import { commissionCents } from '../book/index.ts';
import { commissionBase } from '../reservations/index.ts';
import { isOpen } from './sellers.queries.ts';

interface OpenRow {
  code: string;
  title: string;
  day: string;
  rule: CommissionRule | null;
  base: CommissionBase;
  is_seller: boolean;
  cents: number;
  earlier_cents: number;
  ids: string[];
}

/** The commission of a seller for trips that were back at a moment and that stands in no statement, by reservation. */
export async function readOpenLines(
  trx: DatabaseTransaction,
  { sellerId, until, timeZone }: { sellerId: string; until: Date; timeZone: string },
): Promise<{ lines: StatementLine[]; transferIds: string[] }> {
  const { rows } = await sql<OpenRow>`
    select r.code, trip.title, ((trip.departs_at at time zone ${timeZone})::date)::text as day, r.commission_rule as rule,
      ${commissionBase} as base, r.seller_id is not distinct from ${sellerId} as is_seller, open.cents, open.ids,
      (select coalesce(sum(${commissionCents}), 0)::integer from transfers t
        where t.commission_of = r.id and ${sellerId} in (t.from_account, t.to_account) and not ${isOpen}) as earlier_cents
    from (
      select t.commission_of, sum(${commissionCents})::integer as cents, array_agg(t.id) as ids from transfers t
      where t.kind in ('commission', 'commission_end') and ${sellerId} in (t.from_account, t.to_account) and ${isOpen}
      group by 1
    ) open
    join reservations r on r.id = open.commission_of join trips trip on trip.id = r.trip_id
    where trip.returns_at < ${until} order by trip.departs_at, r.code`.execute(trx);
  return {
    lines: rows.map(({ rule, base, ...row }) => ({
      code: row.code,
      tripTitle: row.title,
      tripDay: row.day,
      receivedCents: row.is_seller ? Math.max(base.receivedCents, 0) : 0,
      rule: row.is_seller && rule ? commissionText(rule) : 'Venda corrigida',
      earlierCents: row.earlier_cents,
      commissionCents: row.cents,
    })),
    transferIds: rows.flatMap(({ ids }) => ids),
  };
}
