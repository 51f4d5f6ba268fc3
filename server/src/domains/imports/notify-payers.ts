import type { DatabaseTransaction } from '../../platform/database/connect.ts';
import { sqlAny } from '../../platform/database/sql-any.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { enqueueEmails, type QueuedEmail } from '../messages/index.ts';
import type { Effect } from './plan.ts';

/** Queues the e-mail of each new reservation to its payer; returns how many. One of an undone import is not sent. */
export async function notifyPayers(
  trx: DatabaseTransaction,
  { jobs }: { jobs: Pick<Jobs, 'enqueueAll'> },
  effects: readonly Effect[],
): Promise<number> {
  const made = effects.filter(({ subject, is_new: isNew }) => subject === 'reservation' && isNew);
  const ids = made.map(({ subject_id: id }) => id);
  const rows = await trx
    .selectFrom('reservations as r')
    .innerJoin('users as payer', 'payer.id', 'r.user_id')
    .select(['r.id', 'r.state', 'r.hold_expires_at', 'payer.email'])
    .where('r.id', '=', sqlAny(ids, 'uuid'))
    .execute();
  const emails = rows.flatMap(({ id: reservationId, state, hold_expires_at: ends, email: to }): QueuedEmail[] => {
    if (!to) return [];
    if (state === 'booked') return [{ kind: 'reservationConfirmed', to, about: { reservationId, isImported: true } }];
    if (state !== 'held' || !ends) return [];
    return [{ kind: 'reservationReceived', to, about: { reservationId, holdExpiresAt: ends.toISOString() } }];
  });
  await enqueueEmails(jobs, emails, trx);
  return emails.length;
}
