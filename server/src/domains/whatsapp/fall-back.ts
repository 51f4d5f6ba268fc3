import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../platform/database/connect.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { type QueuedEmail, returnEmail } from '../messages/index.ts';

/** This telephone has no WhatsApp, or takes no messages of companies. */
const UNDELIVERABLE = 131026;

/**
 * Ends a message that was not delivered, or of which nobody knows: its e-mail leaves in its place, once; what somebody
 * of the team wrote waits for the team again.
 */
export async function fallBack(
  trx: DatabaseTransaction,
  jobs: Pick<Jobs, 'enqueue'>,
  id: string,
  { status, errorCode = null }: { status: 'failed' | 'unknown'; errorCode?: number | null },
): Promise<void> {
  const { rows } = await sql<{ fallback: QueuedEmail | null; about: string; conversation_id: string }>`
    update conversation_messages m
    set status = ${status}, error_code = coalesce(${errorCode}::integer, m.error_code), status_at = now(),
      content = null, claimed_at = null, fallback = null, cost_hundredths = 0,
      fell_back_to = case when m.about = '' then 'staff' else 'email' end
    from (select id, fallback from conversation_messages where id = ${id} for update) before
    where m.id = before.id and m.fell_back_to is null
      and message_status_rank(m.status) <= message_status_rank(${status})
    returning before.fallback, m.about, m.conversation_id`.execute(trx);
  const [ended] = rows;
  if (!ended) return;
  if (errorCode === UNDELIVERABLE) {
    await sql`
      update chat_contacts set unreachable_at = now()
      where id = (select contact_id from conversations where id = ${ended.conversation_id})`.execute(trx);
  }
  if (ended.fallback) await returnEmail(jobs, ended.fallback, trx);
  if (ended.about === '') {
    await trx.updateTable('conversations').set({ state: 'waiting' }).where('id', '=', ended.conversation_id).execute();
  }
}
