import type { PaymentMethod } from '@passeio/contract/payments/payments';
import type { AccountingBasis, AccountingKind, AccountingTotals } from '@passeio/contract/reports/accounting';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { isKept, ofTrip, type Scope, within } from '../report/scope.ts';

export interface AccountingScope extends Scope {
  by: AccountingBasis;
  method?: PaymentMethod | undefined;
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
  reference: string;
  invoices: { number: string; issuedOn: string }[];
}

/**
 * The day on which an entry's service is given: the departure; of a cancelled reservation the cancellation, and of an
 * expired one, which has no service, the day of the money itself.
 */
const competenceOf = (at: RawBuilder<unknown>) =>
  sql`case r.state when 'cancelled' then r.cancelled_at when 'expired' then ${at} else t.departs_at end`;

/** The lines of the period, with as little of each as sums and order need. */
function linesOf(scope: AccountingScope): RawBuilder<unknown> {
  const isCash = scope.by === 'cash';
  const { method, withoutInvoice } = scope;
  const byMethod = (column: RawBuilder<unknown>) => (method ? sql`${column} = ${method}` : sql`true`);
  const lacksInvoice = withoutInvoice
    ? sql`not exists (select from invoices i where i.reservation_id = r.id)`
    : sql`true`;
  const day = (cash: RawBuilder<unknown>, competence: RawBuilder<unknown>) => within(isCash ? cash : competence, scope);
  const entryCompetence = competenceOf(sql`e.occurred_at`);
  const cards = !(scope.tripId || withoutInvoice) && isCash;
  return sql`(
    select e.id, e.kind, e.method, e.reservation_id, null::uuid as gift_card_id,
      case e.direction when 'in' then e.amount_cents else -e.amount_cents end as cents, e.fee_cents,
      0 as penalty_cents, e.occurred_at as cash_at, ${entryCompetence} as competence_at,
      coalesce(e.reference, '') as reference
    from entries e join reservations r on r.id = e.reservation_id join trips t on t.id = r.trip_id
    where ${day(sql`e.occurred_at`, entryCompetence)} and ${ofTrip(sql`r.trip_id`, scope)} and ${byMethod(sql`e.method`)}
      and ${isCash ? sql`e.method not in ('credit', 'gift_card')` : sql`true`} and ${lacksInvoice} and ${isKept(sql`e.id`)}
    union all
    select p.id, 'gift_card', p.method, null, p.to_account, p.amount_cents, null, 0, p.occurred_at, null,
      coalesce(p.reference, '')
    from transfers p
    where p.kind = 'sale' and ${cards ? sql`true` : sql`false`} and ${within(sql`p.occurred_at`, scope)} and ${byMethod(sql`p.method`)}
    union all
    ${penaltiesOf(scope, lacksInvoice)}
  )`;
}

/** What was kept of cancelled reservations, and of people who left those that go on, as far as it was received. */
function penaltiesOf(scope: AccountingScope, lacksInvoice: RawBuilder<unknown>): RawBuilder<unknown> {
  const line = (cents: RawBuilder<unknown>, at: RawBuilder<unknown>) => sql`
    select r.id, 'penalty', null, r.id, null::uuid, 0, null, ${cents}, ${at}, ${at}, ''`;
  const asked = sql`${scope.method ? sql`false` : sql`true`} and ${ofTrip(sql`r.trip_id`, scope)} and ${lacksInvoice}`;
  return sql`
    ${line(sql`least(r.retained_cents, r.received_cents)`, sql`r.cancelled_at`)}
    from reservations r
    where r.state = 'cancelled' and ${within(sql`r.cancelled_at`, scope)} and ${asked}
      and least(r.retained_cents, r.received_cents) > 0
    union all
    ${line(sql`least(kept.cents, r.received_cents)`, sql`kept.at`)}
    from (
      select reservation_id, sum(quantity * unit_cents)::integer as cents, max(created_at) as at
      from reservation_lines where kind = 'penalty' and ended_at is null group by 1
    ) kept
    join reservations r on r.id = kept.reservation_id and r.state in ('held', 'booked')
    where ${within(sql`kept.at`, scope)} and ${asked} and least(kept.cents, r.received_cents) > 0`;
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
      coalesce(nullif(billing.name, ''), fiscal.name, u.name, card.buyer_name, '') as payer,
      coalesce(nullif(billing.tax_id, ''), fiscal.cpf, u.cpf, (
        select p.cpf from participants p
        where p.reservation_id = r.id and p.user_id = r.user_id and p.cpf is not null order by p.position limit 1
      ), '') as tax_id,
      coalesce(billing.address, '') as address,
      r.id as reservation_id, r.code, t.title, ${dayOf(sql`t.departs_at`)} as departs_on,
      coalesce((
        select jsonb_agg(jsonb_build_object('number', i.number, 'issuedOn', i.issued_on) order by i.issued_on, i.id)
        from invoices i where i.reservation_id = r.id
      ), '[]') as invoices
    from (select * from ${linesOf(scope)} found order by ${at}, id, kind limit ${size} offset ${offset}) line
    left join reservations r on r.id = line.reservation_id
    left join trips t on t.id = r.trip_id
    left join users u on u.id = r.user_id
    left join fiscal_records fiscal on fiscal.user_id = u.id
    left join billing_details billing on billing.reservation_id = r.id
    left join gift_cards card on card.id = line.gift_card_id
    order by ${scope.by === 'cash' ? sql`line.cash_at` : sql`line.competence_at`}, line.id, line.kind`.execute(db);
  return rows;
}
