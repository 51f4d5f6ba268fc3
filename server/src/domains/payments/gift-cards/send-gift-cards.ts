import { GIFT_CARD_HOUR, GIFT_CARD_UNPAID_HOURS } from '@passeio/contract/payments/gift-cards';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { enqueueEmails, type QueuedEmail } from '../../messages/index.ts';
import { endUnpaidGiftCards } from '../provider/gift-card-charges.ts';

const BATCH = 100;
const sentFrom = sql`(send_on + make_interval(hours => ${sql.lit(GIFT_CARD_HOUR)})) at time zone operator.time_zone`;

/** When gift cards are sent, or end because nobody paid. */
export const giftCardMoments = sql`
  select created_at + make_interval(hours => ${sql.lit(GIFT_CARD_UNPAID_HOURS)}) as at
  from gift_cards where state = 'awaiting_payment'
  union all
  select coalesce(${sentFrom}, gift_cards.created_at) from gift_cards cross join operator
  where gift_cards.state = 'active' and sent_at is null`;

/**
 * Ends gift cards that nobody paid, and sends those whose day has come, from the morning on by the operator's clock: to
 * the recipient's address, or else to the buyer, who passes it on. Each once.
 */
export async function sendGiftCards(
  { db, jobs }: { db: Database; jobs: Pick<Jobs, 'enqueueAll'> },
  { now = new Date(), signal }: { now?: Date; signal?: AbortSignal } = {},
): Promise<void> {
  await endUnpaidGiftCards(db, GIFT_CARD_UNPAID_HOURS);
  let isMore = true;
  while (isMore && !signal?.aborted) {
    isMore = await inTransaction(db, async (trx) => {
      const { rows } = await sql<{ id: string; to: string }>`
        update gift_cards set sent_at = ${now}
        where id in (
          select gift_cards.id from gift_cards cross join operator
          where gift_cards.state = 'active' and sent_at is null and (send_on is null or ${sentFrom} <= ${now})
          order by gift_cards.id limit ${BATCH} for update of gift_cards skip locked
        )
        returning id, coalesce(nullif(recipient_email, ''), buyer_email) as to`.execute(trx);
      const emails = rows.map(({ id: giftCardId, to }): QueuedEmail => {
        return { kind: 'giftCardArrived', to, about: { giftCardId } };
      });
      await enqueueEmails(jobs, emails, trx);
      return rows.length === BATCH;
    });
  }
}
