import type { ReservationState } from '@passeio/contract/reservation-states';
import type { CommissionBase } from '@passeio/contract/sellers/commission';
import type { SellerWay } from '@passeio/contract/sellers/sellers';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { CommissionRule } from '../../platform/database/schema/schema.ts';
import { commissionCents } from '../book/index.ts';
import { commissionBase } from '../reservations/index.ts';
import { isOwnPurchase } from './sellers.queries.ts';

/** A reservation of a seller. `full_received_cents`: what is received of it once all is paid. */
export interface SaleRow {
  id: string;
  code: string;
  seller_id: string;
  seller_name: string;
  seller_code: string;
  seller_way: SellerWay;
  is_own: boolean;
  payer_name: string;
  people: number;
  trip_id: string;
  title: string;
  departs_at: Date;
  returns_at: Date;
  state: ReservationState;
  hold_expires_at: Date | null;
  total_cents: number;
  received_cents: number;
  rule: CommissionRule | null;
  base: CommissionBase;
  full_received_cents: number;
  commission_cents: number;
  created_at: Date;
}

/** The reservations of a seller, the newest first. */
export function readSales(db: Database, sellerId: string, page: { limit: number; offset: number }): Promise<SaleRow[]> {
  return selectSales(db, sql<boolean>`r.seller_id = ${sellerId}`, page);
}

/** A reservation as its seller's sale; undefined without one. */
export async function readSale(db: Database, reservationId: string): Promise<SaleRow | undefined> {
  const [sale] = await selectSales(db, sql<boolean>`r.id = ${reservationId}`, { limit: 1, offset: 0 });
  return sale;
}

async function selectSales(
  db: Database,
  isAsked: RawBuilder<boolean>,
  { limit, offset }: { limit: number; offset: number },
): Promise<SaleRow[]> {
  const { rows } = await sql<SaleRow>`
    select r.id, r.code, s.id as seller_id, s.name as seller_name, s.code as seller_code, r.seller_way, ${isOwnPurchase} as is_own, u.name as payer_name,
      (select count(*)::integer from participants p where p.reservation_id = r.id and p.removed_at is null) as people,
      t.id as trip_id, t.title, t.departs_at, t.returns_at, r.state, r.hold_expires_at, r.total_cents,
      greatest(r.received_cents, 0) as received_cents, r.commission_rule as rule, ${commissionBase} as base,
      case when r.is_active then r.total_cents else least(r.received_cents, r.retained_cents) end as full_received_cents,
      (select coalesce(sum(${commissionCents}), 0)::integer from transfers t
        where t.commission_of = r.id and s.id in (t.from_account, t.to_account)) as commission_cents,
      r.created_at
    from reservations r join sellers s on s.id = r.seller_id join users u on u.id = r.user_id join trips t on t.id = r.trip_id
    where ${isAsked} order by r.created_at desc, r.id limit ${limit} offset ${offset}`.execute(db);
  return rows;
}
