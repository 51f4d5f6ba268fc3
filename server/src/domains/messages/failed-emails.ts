import {
  FAILED_EMAILS_LISTED,
  type FailedEmail,
  type FailedEmailList,
  type ReservationEmailList,
} from '@passeio/contract/messages/messages';
import type { Deps } from '../../deps.ts';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { DeadLetter } from '../../platform/jobs/jobs.ts';
import { emailsOfReservation, logOutcome } from './email-log.queries.ts';
import { listReservationEmails, subjectReader } from './email-log.ts';
import { mailQueue, type QueuedEmail, type ReadEmail } from './queued-email.ts';

type FailedDeps = Pick<Deps, 'db' | 'jobs'> & { readEmail: ReadEmail };

/** Failed e-mails, the latest first. */
export async function listFailedEmails({ db, jobs, readEmail }: FailedDeps): Promise<FailedEmailList> {
  const [failed, subjectNow] = await Promise.all([failedJobs({ jobs }), subjectReader(db, readEmail)]);
  const data = failed.slice(0, FAILED_EMAILS_LISTED).map(async (job) => present(job, await subjectNow(job.data)));
  return { data: await Promise.all(data), total: failed.length };
}

/** Why e-mails failed, by their entry in the log. */
export async function failuresOf(
  deps: { jobs: Pick<Deps['jobs'], 'deadLetters'> },
  logIds: readonly string[],
): Promise<Map<string, string>> {
  if (logIds.length === 0) return new Map();
  const failed = await failedJobs(deps);
  const reasons = failed.map(({ data, reason }): [string, string] => [data.logId ?? '', explainFailure(reason)]);
  return new Map(reasons.filter(([logId]) => logIds.includes(logId)));
}

const failedJobs = ({ jobs }: { jobs: Pick<Deps['jobs'], 'deadLetters'> }) => jobs.deadLetters<QueuedEmail>(mailQueue);

/** Re-queues failed e-mails, except those already handled. Throws MESSAGE_NOT_FOUND if all are. */
export function retryEmails(deps: FailedDeps, actor: Actor, ids: string[]): Promise<FailedEmailList> {
  return handle(deps, actor, ids, 'message.retried', (id, trx) => deps.jobs.retry(mailQueue, [id], trx));
}

/** Re-queues a failed e-mail about a reservation, by its entry in the log. Throws MESSAGE_NOT_FOUND. */
export async function retryReservationEmail(
  deps: FailedDeps,
  actor: Actor,
  { reservationId, emailId }: { reservationId: string; emailId: string },
): Promise<ReservationEmailList> {
  const logged = await emailsOfReservation(deps.db, reservationId);
  const job =
    logged.some(({ id }) => id === emailId) && (await failedJobs(deps)).find(({ data }) => data.logId === emailId);
  if (!job) throw new AppError('MESSAGE_NOT_FOUND');
  await retryEmails(deps, actor, [job.id]);
  return listReservationEmails(deps, reservationId);
}

/** Deletes a failed e-mail. Throws MESSAGE_NOT_FOUND. */
export function discardEmail(deps: FailedDeps, actor: Actor, id: string): Promise<FailedEmailList> {
  return handle(deps, actor, [id], 'message.discarded', (failed, trx) => deps.jobs.discard(mailQueue, [failed], trx));
}

async function handle(
  deps: FailedDeps,
  actor: Actor,
  ids: string[],
  action: 'message.retried' | 'message.discarded',
  change: (id: string, trx: DatabaseTransaction) => Promise<number>,
): Promise<FailedEmailList> {
  const { db, readEmail } = deps;
  const wanted = new Set(ids);
  const failed = (await failedJobs(deps)).filter(({ id }) => wanted.has(id));
  const subjectNow = await subjectReader(db, readEmail);
  const changed = await inTransaction(db, async (trx) => {
    let count = 0;
    for (const job of failed) {
      if ((await change(job.id, trx)) === 0) continue;
      count += 1;
      await logOutcome(trx, job.data.logId, { state: action === 'message.retried' ? 'queued' : 'discarded' });
      const label = `${await subjectNow(job.data)}, para ${recipientOf(job.data)}`;
      await recordAudit(trx, actor, { action, subject: { type: 'message', id: job.id, label } });
    }
    return count;
  });
  if (changed === 0) throw new AppError('MESSAGE_NOT_FOUND');
  return listFailedEmails(deps);
}

// Devices of a payer without an address were to be notified.
function recipientOf({ to }: QueuedEmail): string {
  return to ?? 'quem não tem e-mail';
}

function present(job: DeadLetter<QueuedEmail>, subject: string): FailedEmail {
  return {
    id: job.id,
    to: recipientOf(job.data),
    subject,
    askedAt: job.createdAt.toISOString(),
    failedAt: job.failedAt.toISOString(),
    reason: explainFailure(job.reason),
    response: job.reason,
  };
}

// SMTP responses begin with a code, connection errors with Node's name. The first match counts: a full mailbox is also
// "unavailable".
const reasons: [RegExp, string][] = [
  [
    /\b(EAUTH|53[0458]|authentication|invalid login)\b/i,
    'O servidor de e-mail recusou o usuário ou a senha da configuração.',
  ],
  [/\b(452|552|4\.2\.2|5\.2\.2|quota|mailbox( is)? full)\b/i, 'A caixa de entrada da pessoa está cheia.'],
  [/\b(spam|blocked|blocklist|blacklist\w*|5\.7\.\d+)\b/i, 'O servidor de e-mail barrou a mensagem como indesejada.'],
  [
    /\b(550|551|553|5\.1\.[1-3]|unknown user|user unknown|no such user)\b/i,
    'O endereço não existe ou não recebe mensagens.',
  ],
  [
    /ECONN|ENOTFOUND|EDNS|EAI_AGAIN|ESOCKET|ETIMEDOUT|EHOSTUNREACH|time(d )?out|greeting|connection/i,
    'O servidor de e-mail não respondeu.',
  ],
  [/\b(421|450|451)\b/, 'O servidor de e-mail pediu para tentar mais tarde.'],
];

/** Explains in Portuguese why an e-mail failed, from the last error's message. */
export function explainFailure(message: string): string {
  return reasons.find(([pattern]) => pattern.test(message))?.[1] ?? 'O servidor de e-mail não aceitou a mensagem.';
}
