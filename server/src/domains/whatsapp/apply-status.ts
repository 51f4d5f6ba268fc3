import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { ReportedStatus } from '../../ports/whatsapp/port.ts';
import { fallBack } from './fall-back.ts';

export interface StatusDeps {
  db: Database;
  jobs: Pick<Jobs, 'enqueue'>;
}

/**
 * Notes what became of a message: never less than is known, and what it costs. A message of which it was unknown
 * whether it left is found by our own id.
 */
export async function applyStatus({ db, jobs }: StatusDeps, reported: ReportedStatus): Promise<void> {
  const { wamid, messageId, status, errorCode, pricing } = reported;
  await inTransaction(db, async (trx) => {
    const known = await trx
      .selectFrom('conversation_messages')
      .select('id')
      .where(({ eb, or, and }) =>
        or([
          eb('wamid', '=', wamid),
          ...(messageId ? [and([eb('id', '=', messageId), eb('wamid', 'is', null), eb('direction', '=', 'out')])] : []),
        ]),
      )
      .forUpdate()
      .executeTakeFirst();
    if (!known) return;
    const isFurther = sql`message_status_rank(m.status) < message_status_rank(${status})`;
    await sql`
      update conversation_messages m
      set wamid = coalesce(m.wamid, ${wamid}), claimed_at = null,
        status_at = case when ${isFurther} then now() else m.status_at end,
        status = case when ${isFurther} and ${status} <> 'failed' then ${status} else m.status end,
        content = null,
        fallback = case when ${status} in ('delivered', 'read') then null else m.fallback end,
        pricing_category = coalesce(${pricing?.category ?? null}, m.pricing_category),
        is_billed = coalesce(${pricing?.isBilled ?? null}, m.is_billed),
        cost_hundredths = ${costOf(pricing)}
      where m.id = ${known.id}`.execute(trx);
    if (status === 'failed') await fallBack(trx, jobs, known.id, { status, errorCode });
  });
}

/** By the operator's table of prices; as it was where nothing is said. */
function costOf(pricing: ReportedStatus['pricing']) {
  if (!pricing) return sql`m.cost_hundredths`;
  if (!pricing.isBilled) return sql`0`;
  const column = pricing.category.startsWith('marketing') ? 'marketing_hundredths' : 'utility_hundredths';
  return priceOf(column);
}

/** A price of the operator's table, which has its usual ones where none was written. */
export function priceOf(column: 'marketing_hundredths' | 'utility_hundredths') {
  const usual = { marketing_hundredths: 3_500, utility_hundredths: 400 }[column];
  return sql<number>`coalesce((select ${sql.ref(column)} from whatsapp_settings), ${sql.lit(usual)})`;
}

/** The price by a row of `whatsapp_templates`: Meta may count as marketing what was submitted as another kind. */
export const priceOfTemplate = sql<number>`case when category = 'MARKETING' then ${priceOf('marketing_hundredths')}
  else ${priceOf('utility_hundredths')} end`;
