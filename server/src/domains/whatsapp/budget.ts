import { WHATSAPP_PAGE } from '@passeio/contract/messages/chat-routes';
import { moneyText } from '@passeio/contract/money';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { enqueueToAdministrators, type NotifyDeps } from '../messages/index.ts';

const WARNED_PERCENT = 80;
/** A centavo has so many hundredths. */
const HUNDREDTHS = 100;
/** Each message would add up the month otherwise; a minute may overrun the budget by what it sends. */
const KEPT_MS = 60_000;

interface MonthOfBudget {
  spentHundredths: number;
  /** Null: unlimited. */
  budgetCents: number | null;
  /** The first day of the operator's month. */
  month: string;
  warnedFor: string | null;
}

/** What this month's messages cost so far, by the operator's prices. */
async function readMonth(db: Database): Promise<MonthOfBudget> {
  const { rows } = await sql<MonthOfBudget>`
    select settings.monthly_budget_cents as "budgetCents", settings.warned_for as "warnedFor",
      date_trunc('month', now() at time zone operator.time_zone)::date as month,
      (select coalesce(sum(cost_hundredths), 0)::integer from conversation_messages
        where at >= date_trunc('month', now() at time zone operator.time_zone) at time zone operator.time_zone)
        as "spentHundredths"
    from operator left join whatsapp_settings settings on true`.execute(db);
  const [month] = rows;
  if (!month) throw new Error('there is no operator');
  return month;
}

const known = new WeakMap<Database, { at: number; isSpent: Promise<boolean> }>();

/** Whether only what is about money and departures may still cost something this month. */
export function isBudgetSpent(db: Database): Promise<boolean> {
  const read = known.get(db);
  if (read && performance.now() - read.at < KEPT_MS) return read.isSpent;
  const isSpent = readMonth(db).then(
    ({ budgetCents, spentHundredths }) => budgetCents !== null && spentHundredths >= budgetCents * HUNDREDTHS,
  );
  known.set(db, { at: performance.now(), isSpent });
  return isSpent;
}

/** Forgets what was read: the budget has changed. */
export function forgetBudget(db: Database): void {
  known.delete(db);
}

/** When the budget is looked at again: its job runs at five past, after messages that cost something. */
export const budgetMoments = sql`
  select passed + interval '1 hour' as at from whatsapp_settings
  cross join lateral (select date_trunc('hour', now() - interval '5 minutes') + interval '5 minutes' as passed) job
  where monthly_budget_cents is not null
    and exists (select from conversation_messages where cost_hundredths > 0 and at > passed)`;

/** Every hour: warns administrators, once a month, that most of the budget is spent. */
export async function warnOfBudget({ db, jobs, publicUrl }: NotifyDeps & { db: Database }): Promise<void> {
  const { budgetCents, spentHundredths, month, warnedFor } = await readMonth(db);
  if (budgetCents === null || warnedFor === month) return;
  if (spentHundredths * 100 < budgetCents * HUNDREDTHS * WARNED_PERCENT) return;
  const about = {
    spent: moneyText(Math.round(spentHundredths / HUNDREDTHS)),
    budget: moneyText(budgetCents),
    link: publicUrl + WHATSAPP_PAGE,
  };
  await inTransaction(db, async (trx) => {
    const claimed = await trx
      .updateTable('whatsapp_settings')
      .set({ warned_for: month })
      .where(sql<boolean>`warned_for is distinct from ${month}::date`)
      .executeTakeFirst();
    if (claimed.numUpdatedRows === 0n) return;
    await enqueueToAdministrators(
      jobs,
      ({ name, to }) => ({ kind: 'whatsAppBudget', to, about: { name, ...about } }),
      trx,
    );
  });
}
