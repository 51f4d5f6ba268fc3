import type { PaymentMethod } from '@passeio/contract/payments/payments';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';

/**
 * What came in and went back on each calendar day from `first` to `last` in `timeZone` by each method, in centavos; a
 * day without any has no method. Entries that were put right, and those that put them right, count nowhere.
 */
export async function moneyPerDay(db: Database, first: string, last: string, timeZone: string) {
  const { rows } = await sql<{ date: string; method: PaymentMethod | null; received: string; refunded: string }>`
    select day::date as date, e.method,
      coalesce(sum(e.amount_cents) filter (where e.direction = 'in'), 0) as received,
      coalesce(sum(e.amount_cents) filter (where e.direction = 'out'), 0) as refunded
    from generate_series(${first}::timestamp, ${last}::timestamp, interval '1 day') as day
    left join ledger_entries e on e.occurred_at >= day at time zone ${timeZone}
      and e.occurred_at < (day + interval '1 day') at time zone ${timeZone}
      and e.reverses is null
      and not exists (select from ledger_entries reversal where reversal.reverses = e.id)
    group by day, e.method
    order by day, e.method`.execute(db);
  return rows.map(({ date, method, received, refunded }) => ({
    date,
    method,
    inCents: Number(received),
    outCents: Number(refunded),
  }));
}

/** What waits for staff in the payments inbox; refunds promised before `today` are late. Sums in centavos. */
export async function paymentsThatWait(db: Database, today: string) {
  const { rows } = await sql<Record<'receipts' | 'refunds' | 'refund_cents' | 'late' | 'unmatched' | 'cents', string>>`
    select receipts, refunds, refund_cents, late, unmatched, cents
    from (select count(*) as receipts from receipts where state = 'submitted') as waiting
    cross join (
      select count(*) as refunds, coalesce(sum(amount_cents), 0) as refund_cents,
        count(*) filter (where promised_for < ${today}) as late
      from refunds where state = 'due'
    ) as due
    cross join (
      select count(*) + (select count(*) from unreadable_pix where checked_at is null) as unmatched,
        coalesce(sum(amount_cents), 0) as cents
      from unmatched_payments where state = 'waiting'
    ) as strangers`.execute(db);
  const number = (value: string | undefined) => Number(value ?? 0);
  const [row] = rows;
  return {
    receipts: number(row?.receipts),
    refunds: { refunds: number(row?.refunds), late: number(row?.late), cents: number(row?.refund_cents) },
    unmatched: { payments: number(row?.unmatched), cents: number(row?.cents) },
  };
}
