import type { PaymentMethod } from '@passeio/contract/payments/payments';
import type { AccountingBasis, AccountingKind, AccountingTotals } from '@passeio/contract/reports/accounting';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { broughtCents, cardOf, isEntry, isOfGiftCard, isOfSeller } from '../../book/index.ts';
import { isKept, ofTrip, type Scope, within } from '../report/scope.ts';

export interface AccountingScope extends Scope {
  by: AccountingBasis;
  method?: PaymentMethod | undefined;
  sellerId?: string | undefined;
  withoutInvoice?: boolean | undefined;
}

export interface LineRow {
  id: string;
  kind: AccountingKind;
  method: PaymentMethod | null;
  cents: number;
  fee_cents: number | null;
  penalty_cents: number;
  cash_on: string;
  competence_on: string | null;
  payer: string;
  tax_id: string;
  address: string;
  reservation_id: string | null;
  code: string | null;
  title: string | null;
  departs_on: string | null;
  seller: string | null;
  reference: string;
  invoices: { number: string; issuedOn: string }[];
}

const isPenalty = sql`e.kind in ('penalty', 'penalty_end')`;
/** Who sold the reservation of a transfer, or was paid by it. */
const sellerOf = sql`case when ${isOfSeller} then e.from_account else r.seller_id end`;

/**
 * The day on which a transfer's service is given: the departure; of a cancelled reservation the cancellation, and of an
 * expired one and of a penalty, which have no service, the day of the transfer itself.
 */
const competence = sql`case when ${isPenalty} or r.state = 'expired' then e.occurred_at
  when r.state = 'cancelled' then r.cancelled_at else t.departs_at end`;

/**
 * The transfers of the period, with as little of each as sums and order need. Those of gift cards and commission have
 * no service; by competence they, and by cash what credits and cards paid, are left out.
 */
function linesOf(scope: AccountingScope): RawBuilder<unknown> {
  const { by, method, sellerId, withoutInvoice } = scope;
  const isCash = by === 'cash';
  const isAsked = [
    within(isCash ? sql`e.occurred_at` : competence, scope),
    ofTrip(sql`r.trip_id`, scope),
    isKept(sql`e.id`),
    ...(isCash ? [sql`coalesce(e.method, '') not in ('credit', 'gift_card')`] : []),
    ...(method ? [sql`e.method = ${method}`] : []),
    ...(sellerId ? [sql`${sellerOf} = ${sellerId}`] : []),
    ...(withoutInvoice
      ? [sql`r.id is not null and not exists (select from invoices i where i.reservation_id = r.id)`]
      : []),
  ];
  return sql`(
    select e.id, case e.kind when 'sale' then 'gift_card' else e.kind end as kind, e.method, r.id as reservation_id,
      case when ${isOfGiftCard} then ${cardOf} end as gift_card_id, ${sellerOf} as seller_id,
      case when ${isPenalty} then 0 else ${broughtCents} end as cents, e.fee_cents,
      case e.kind when 'penalty' then e.amount_cents when 'penalty_end' then -e.amount_cents else 0 end as penalty_cents,
      e.occurred_at as cash_at, ${competence} as competence_at, coalesce(e.reference, '') as reference
    from transfers e
    left join reservations r on r.id = coalesce(e.reservation_id,
      case e.kind when 'penalty' then e.from_account when 'penalty_end' then e.to_account end)
    left join trips t on t.id = r.trip_id
    where (${isEntry} or ${isOfGiftCard} or ${isPenalty} or ${isCash ? isOfSeller : sql`false`})
      and ${sql.join(isAsked, sql` and `)}
  )`;
}

/** How many lines the period has, and their sums. */
export async function sumLines(
  db: Database,
  scope: AccountingScope,
): Promise<Omit<AccountingTotals, 'balanceCents' | 'netCents'> & { lines: number }> {
  const sum = (what: RawBuilder<unknown>) => sql`coalesce(sum(${what}), 0)::float8`;
  const { rows } = await sql<Awaited<ReturnType<typeof sumLines>>>`
    select count(*)::integer as lines, ${sum(sql`greatest(cents, 0)`)} as "inCents",
      ${sum(sql`greatest(-cents, 0)`)} as "outCents", ${sum(sql`fee_cents`)} as "feeCents",
      ${sum(sql`penalty_cents`)} as "penaltyCents"
    from ${linesOf(scope)} line`.execute(db);
  return rows[0] ?? { lines: 0, inCents: 0, outCents: 0, feeCents: 0, penaltyCents: 0 };
}

/** The lines of the period, the earliest first. */
export async function listLines(
  db: Database,
  scope: AccountingScope,
  { size, offset }: { size: number; offset: number },
): Promise<LineRow[]> {
  const at = scope.by === 'cash' ? sql`cash_at` : sql`competence_at`;
  const dayOf = (column: RawBuilder<unknown>) => sql`to_char(${column} at time zone ${scope.timeZone}, 'YYYY-MM-DD')`;
  const { rows } = await sql<LineRow>`
    select line.id, line.kind, line.method, line.cents, line.fee_cents, line.penalty_cents, line.reference,
      ${dayOf(sql`line.cash_at`)} as cash_on, ${dayOf(sql`line.competence_at`)} as competence_on,
      coalesce(nullif(billing.name, ''), fiscal.name, u.name, card.buyer_name, s.name, '') as payer,
      coalesce(nullif(billing.tax_id, ''), fiscal.cpf, u.cpf, (
        select p.cpf from participants p
        where p.reservation_id = r.id and p.user_id = r.user_id and p.cpf is not null order by p.position limit 1
      ), case when r.id is null then s.tax_id end, '') as tax_id,
      coalesce(billing.address, '') as address,
      r.id as reservation_id, r.code, t.title, ${dayOf(sql`t.departs_at`)} as departs_on, s.name as seller,
      coalesce((
        select jsonb_agg(jsonb_build_object('number', i.number, 'issuedOn', i.issued_on) order by i.issued_on, i.id)
        from invoices i where i.reservation_id = r.id
      ), '[]') as invoices
    from (select * from ${linesOf(scope)} found order by ${at}, id, kind limit ${size} offset ${offset}) line
    left join reservations r on r.id = line.reservation_id
    left join trips t on t.id = r.trip_id
    left join users u on u.id = r.user_id
    left join sellers s on s.id = line.seller_id
    left join fiscal_records fiscal on fiscal.user_id = u.id
    left join billing_details billing on billing.reservation_id = r.id
    left join gift_cards card on card.id = line.gift_card_id
    order by ${scope.by === 'cash' ? sql`line.cash_at` : sql`line.competence_at`}, line.id, line.kind`.execute(db);
  return rows;
}
