import type { Logger } from 'pino';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { enqueueEmails, isQuiet, type QueuedEmail } from '../messages/index.ts';
import { readBrand, readTimeZone } from '../settings/index.ts';
import {
  acknowledge,
  lockReminder,
  type NewReservation,
  nextToRemind,
  noteDueReminders,
  saveProgress,
  type TripReminder,
} from './reminders.queries.ts';
import { reminders } from './reminders.ts';

// As many as leave until the next run (mailQueue): in a rush the others wait in their table, not in the queue of all
// e-mails.
const NEW_BATCH = 100;
const BATCH = 200;

/** What is needed to notify payers. */
export interface RemindingDeps {
  db: Database;
  jobs: Pick<Jobs, 'enqueueAll'>;
  logger: Pick<Logger, 'warn'>;
  /** Origin of links in e-mails. */
  publicUrl: string;
}

interface Moment {
  now?: Date;
  signal?: AbortSignal;
}

/**
 * Notifies the payers of the next new reservations of the site, at any hour: each once, when its e-mail is committed.
 */
export async function notifyNewReservations(deps: RemindingDeps, now = new Date()): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    const fresh = await acknowledge(trx, NEW_BATCH);
    if (fresh.length === 0) return;
    const { email: operatorEmail } = await readBrand(trx);
    await enqueueEmails(
      deps.jobs,
      fresh.flatMap((one) => {
        const cause = one.request_id ? { requestId: one.request_id } : undefined;
        return emailsToNew(one, operatorEmail, now).map((email) => ({ ...email, ...(cause && { cause }) }));
      }),
      trx,
    );
  });
}

/**
 * The e-mails about a new reservation, a new request (the operator too) or an accepted one; none if it was paid
 * meanwhile.
 */
function emailsToNew(one: NewReservation, operatorEmail: string, now: Date): QueuedEmail[] {
  const { id: reservationId, state, email: to, requested_at, hold_expires_at: ends } = one;
  if (one.received_cents > 0 || one.departs_at <= now) return [];
  if (state === 'booked') {
    if (requested_at) return [{ kind: 'requestAccepted', to, about: { reservationId, holdExpiresAt: null } }];
    return [{ kind: 'reservationConfirmed', to, about: { reservationId } }];
  }
  if ((state !== 'held' && state !== 'requested') || !ends || ends <= now) return [];
  const about = { reservationId, holdExpiresAt: ends.toISOString() };
  if (state === 'held') return [{ kind: requested_at ? 'requestAccepted' : 'reservationReceived', to, about }];
  return [
    { kind: 'requestReceived', to, about },
    ...(operatorEmail ? [{ kind: 'requestArrived' as const, to: operatorEmail, about }] : []),
  ];
}

/** Sends the reminders whose moment has come, but none between 21:00 and 8:00 of the operator's clock. */
export async function sendReminders(deps: RemindingDeps, { now = new Date(), signal }: Moment = {}): Promise<void> {
  if (isQuiet(now, await readTimeZone(deps.db))) return;
  await noteDueReminders(deps.db, now);
  let isMore = true;
  while (isMore && !signal?.aborted) isMore = await inTransaction(deps.db, (trx) => remindBatch(trx, deps, now));
}

// How far a reminder was sent is stored in the transaction that queues the e-mails. False: no reminder is open.
async function remindBatch(trx: DatabaseTransaction, deps: RemindingDeps, now: Date): Promise<boolean> {
  const reminder = await lockReminder(trx);
  if (!reminder) return false;
  const batch = reminder.ends_at > now ? await queueBatch(trx, deps, reminder) : [];
  const last = batch.length === BATCH ? batch.at(-1) : undefined;
  await saveProgress(trx, reminder, last ? { told_until: last.id } : { done_at: now });
  return true;
}

async function queueBatch(trx: DatabaseTransaction, { jobs }: RemindingDeps, reminder: TripReminder) {
  const { kind: key, trip_id: tripId, about: day } = reminder;
  const email = reminders.find((one) => one.key === key)?.email;
  const reservations = await nextToRemind(trx, reminder, BATCH);
  const emails = reservations.flatMap(({ id: reservationId, email: to }): QueuedEmail[] => {
    const about = { reservationId, tripId, reminder: key, day };
    return email ? [{ kind: email, to, about }] : [];
  });
  await enqueueEmails(jobs, emails, trx);
  return reservations;
}
