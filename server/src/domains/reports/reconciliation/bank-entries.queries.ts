import type { PaymentMethod } from '@passeio/contract/payments/payments';
import type { MovedKind } from '@passeio/contract/reports/reconciliation';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { sqlAny } from '../../../platform/database/sql-any.ts';
import { handRecorded } from '../../../ports/payments/port.ts';
import { broughtCents, cardOf, isEntry, isOfGiftCard, isOfSeller } from '../../book/index.ts';
import type { Scope } from '../report/scope.ts';

/** Money of the ledger that passes through a bank account. */
export interface BankEntry {
  id: string;
  kind: MovedKind;
  method: PaymentMethod;
  reservation_id: string | null;
  code: string | null;
  payer: string;
  /** The day on which the account gets it: of a card that on which its provider pays out. */
  day: string;
  /** Negative for what went out; of a card less its fee. */
  cents: number;
  fee_cents: number;
  /** The id that the bank gives it. */
  bank_id: string | null;
  /** Others by which a statement may name it: its charge's, its provider's, that of the payment which it returns. */
  references: string[];
  /** Names of people who may have paid. */
  names: string[];
  tax_ids: string[];
}

// Providers pay out within months.
const LONGEST_SETTLEMENT_DAYS = 400;

/** The entries of the period, `around` days more on both sides; `max`: at most. */
export function bankEntries(
  db: Database,
  { from, to, timeZone }: Scope,
  { around, max }: { around: number; max: number },
): Promise<BankEntry[]> {
  const first = sql`${from}::date - ${around}::integer`;
  const last = sql`${to}::date + ${around}::integer`;
  const moved = sql`(e.occurred_at >= (${first} - ${LONGEST_SETTLEMENT_DAYS}::integer)::timestamp
    and e.occurred_at < (${last} + 2)::timestamp)`;
  return select(db, timeZone, { moved, kept: sql`line.day between ${first} and ${last}`, max });
}

/** Entries by the ids that a bank gives them, whatever their day. */
export function bankEntriesById(db: Database, { timeZone }: Scope, ids: string[]): Promise<BankEntry[]> {
  const moved = sql`upper(e.reference) = ${sqlAny(ids, 'text')}`;
  return select(db, timeZone, { moved, kept: sql`line.bank_id is not null`, max: ids.length });
}

interface Selection {
  /** Which transfers `e` are read. */
  moved: RawBuilder<unknown>;
  /** Which of them count, by the day of the account. */
  kept: RawBuilder<unknown>;
  max: number;
}

/** Reversals, and what they put right, moved no money. */
async function select(db: Database, timeZone: string, { moved, kept, max }: Selection): Promise<BankEntry[]> {
  const day = sql`(e.occurred_at at time zone ${timeZone})::date`;
  const isCardIn = sql`e.method = 'card' and e.direction = 'in'`;
  const { rows } = await sql<BankEntry>`
    select line.id, line.kind, line.method, line.reservation_id, r.code, to_char(line.day, 'YYYY-MM-DD') as day,
      line.cents, line.fee_cents, line.bank_id,
      coalesce(nullif(line.payer_name, ''), u.name, card.buyer_name, seller.name, '') as payer,
      array_remove(array[line.reference, c.reference, f.provider_reference, returned.reference], null) as references,
      array_remove(array[line.payer_name, u.name, billing.name, card.buyer_name, seller.name] || array(
        select p.name from participants p where p.reservation_id = r.id and p.removed_at is null
      ), null) as names,
      array_remove(array[u.cpf, fiscal.cpf, billing.tax_id, seller.tax_id] || array(
        select p.cpf from participants p where p.reservation_id = r.id and p.removed_at is null
      ), null) as tax_ids
    from (
      select e.id, case e.kind when 'sale' then 'gift_card' else e.kind end as kind, e.method, e.reservation_id,
        case when ${isOfGiftCard} then ${cardOf} end as gift_card_id,
        case when ${isOfSeller} then e.from_account end as seller_id,
        e.charge_id, e.refund_id, e.payer_name, e.reference,
        case when e.provider = ${handRecorded.issuer} then e.reference end as bank_id,
        case when ${isCardIn} then coalesce(e.settles_on, ${day}) else ${day} end as day,
        ${broughtCents} - case when ${isCardIn} then coalesce(e.fee_cents, 0) else 0 end as cents,
        case when ${isCardIn} then coalesce(e.fee_cents, 0) else 0 end as fee_cents
      from transfers e
      where (${isEntry} or ${isOfGiftCard} or ${isOfSeller})
        and e.method not in ('cash', 'credit', 'gift_card') and ${moved}
        and e.reverses is null and not exists (select from transfers reversal where reversal.reverses = e.id)
    ) line
    left join reservations r on r.id = line.reservation_id
    left join users u on u.id = r.user_id
    left join fiscal_records fiscal on fiscal.user_id = u.id
    left join billing_details billing on billing.reservation_id = r.id
    left join gift_cards card on card.id = line.gift_card_id
    left join sellers seller on seller.id = line.seller_id
    left join charges c on c.id = line.charge_id
    left join refunds f on f.id = line.refund_id
    left join transfers returned on returned.id = f.returned_entry
    where ${kept}
    order by line.day, line.id
    limit ${max}`.execute(db);
  return rows;
}

/** The payments that wait for staff, of those that came in, by the ids that the bank gives them. */
export async function waitingIds(db: Database, ids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select upper(reference) as id from unmatched_payments
    where state = 'waiting' and upper(reference) = ${sqlAny(ids, 'text')}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
