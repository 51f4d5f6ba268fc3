import { FAILED_EMAILS_LISTED, type FailedEmail, type FailedEmailList } from '@passeio/contract/messages';
import type { Deps } from '../../deps.ts';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { DeadLetter } from '../../platform/jobs/jobs.ts';
import { explainFailure } from './explain-failure.ts';
import { mailQueue, type QueuedEmail } from './messages.ts';
import { type EmailData, type EmailKind, emails } from './templates/emails.ts';

type Parts = Pick<Deps, 'db' | 'jobs'>;
type FailedJob = DeadLetter<QueuedEmail>;

/** Failed e-mails, the latest first. */
export async function listFailedEmails(jobs: Deps['jobs']): Promise<FailedEmailList> {
  const failed = await jobs.deadLetters<QueuedEmail>(mailQueue);
  return { data: failed.slice(0, FAILED_EMAILS_LISTED).map(present), total: failed.length };
}

/** Re-queues failed e-mails, except those already handled. Throws MESSAGE_NOT_FOUND if all are. */
export function retryEmails(parts: Parts, actor: Actor, ids: string[]): Promise<FailedEmailList> {
  return handle(parts, actor, ids, 'message.retried', (id, trx) => parts.jobs.retry(mailQueue, id, trx));
}

/** Deletes a failed e-mail. Throws MESSAGE_NOT_FOUND. */
export function discardEmail(parts: Parts, actor: Actor, id: string): Promise<FailedEmailList> {
  return handle(parts, actor, [id], 'message.discarded', (one, trx) => parts.jobs.discard(mailQueue, one, trx));
}

async function handle(
  { db, jobs }: Parts,
  actor: Actor,
  ids: string[],
  action: 'message.retried' | 'message.discarded',
  change: (id: string, trx: DatabaseTransaction) => Promise<boolean>,
): Promise<FailedEmailList> {
  const wanted = new Set(ids);
  const failed = (await jobs.deadLetters<QueuedEmail>(mailQueue)).filter(({ id }) => wanted.has(id));
  const changed = await inTransaction(db, async (trx) => {
    let count = 0;
    for (const job of failed) {
      if (!(await change(job.id, trx))) continue;
      count += 1;
      await recordAudit(trx, actor, { action, subject: { type: 'message', id: job.id, label: labelOf(job) } });
    }
    return count;
  });
  if (changed === 0) throw new AppError('MESSAGE_NOT_FOUND');
  return listFailedEmails(jobs);
}

function present(job: FailedJob): FailedEmail {
  return {
    id: job.id,
    to: job.data.to,
    subject: subjectOf(job),
    askedAt: job.createdAt.toISOString(),
    failedAt: job.failedAt.toISOString(),
    reason: explainFailure(job.reason),
    response: job.reason,
  };
}

function subjectOf({ data: { kind, data } }: FailedJob): string {
  // Subjects contain no link, so a placeholder is enough.
  const write = emails[kind] as (data: EmailData[EmailKind]) => { subject: string };
  return write({ ...data, link: '' }).subject;
}

function labelOf(job: FailedJob): string {
  return `${subjectOf(job)}, para ${job.data.to}`;
}
