import type { CommissionBalance } from '@passeio/contract/sellers/sellers';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import type { Schema } from '../../platform/database/schema/schema.ts';
import { AppError } from '../../platform/http/errors.ts';
import { commissionCents } from '../book/index.ts';

export type SellerRow = Selectable<Schema['sellers']>;

/** Whether a transfer `t` is commission of a row `s` of `sellers`. */
const isCommission = sql<boolean>`(t.kind in ('commission', 'commission_end') and s.id in (t.from_account, t.to_account))`;

/** Whether a transfer `t` stands in no statement, and that its trip is back. */
export const isOpen = sql<boolean>`not exists (select from commission_statement_entries e where e.transfer_id = t.id)`;

const balance = sql<CommissionBalance>`(
  select jsonb_build_object('earnedCents', earned, 'pendingCents', pending, 'payableCents', payable,
    'openCents', earned - pending - payable - paid, 'paidCents', paid)
  from (
    select coalesce(sum(${commissionCents}), 0) as earned,
      coalesce(sum(${commissionCents}) filter (where ${isOpen} and not coalesce(trip.returns_at <= now(), true)), 0) as pending,
      coalesce(sum(${commissionCents}) filter (where ${isOpen} and coalesce(trip.returns_at <= now(), true)), 0) as payable
    from transfers t left join reservations r on r.id = t.commission_of left join trips trip on trip.id = r.trip_id
    where ${isCommission}
  ) sums, (
    select coalesce(sum(amount_cents), 0) as paid from transfers t
    where t.from_account = s.id and t.kind = 'commission_payment'
  ) payments)`;

/** Whether a reservation `r` of the payer `u` was bought by its seller `s` for themselves. */
export const isOwnPurchase = sql<boolean>`coalesce(r.user_id = s.user_id or (s.tax_id <> '' and u.cpf = s.tax_id)
  or (s.contact <> '' and u.contact = s.contact)
  or exists (select from users self where self.id = s.user_id and (self.cpf = u.cpf or self.contact = u.contact)), false)`;

export type ShownSeller = SellerRow & {
  account_name: string | null;
  unpaid_places: number;
  reservations: number;
  balance: CommissionBalance;
};

/** Sellers with what the book says of them; only those for which `isAsked` holds, which may name `s`. */
export async function readSellers(
  db: Database,
  isAsked: RawBuilder<boolean> = sql<boolean>`true`,
): Promise<ShownSeller[]> {
  const { rows } = await sql<ShownSeller>`
    select s.*, u.name as account_name, unpaid_places_of_seller(s.id) as unpaid_places,
      (select count(*)::integer from reservations r where r.seller_id = s.id and r.is_active) as reservations,
      ${balance} as balance
    from sellers s left join users u on u.id = s.user_id
    where ${isAsked} order by s.is_active desc, searchable(s.name), s.id limit 2000`.execute(db);
  return rows;
}

/** Throws SELLER_NOT_FOUND. */
export async function readSeller(db: Database, id: string): Promise<ShownSeller> {
  const [found] = await readSellers(db, sql<boolean>`s.id = ${id}`);
  if (!found) throw new AppError('SELLER_NOT_FOUND');
  return found;
}

/** Throws SELLER_NOT_FOUND. */
export async function lockSeller(trx: DatabaseTransaction, id: string): Promise<SellerRow> {
  const row = await trx.selectFrom('sellers').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  if (!row) throw new AppError('SELLER_NOT_FOUND');
  return row;
}

/** The seller that an account is. Throws NOT_A_SELLER for others, and for one who is not active. */
export async function requireSeller(db: Database, userId: string): Promise<SellerRow> {
  const row = await db
    .selectFrom('sellers')
    .selectAll()
    .where('user_id', '=', userId)
    .where('is_active', '=', sql.lit(true))
    .executeTakeFirst();
  if (!row) throw new AppError('NOT_A_SELLER');
  return row;
}

/** A seller as the subject of audit entries. */
export const sellerSubject = ({ id, name }: Pick<SellerRow, 'id' | 'name'>) =>
  ({ type: 'seller', id, label: name }) as const;
