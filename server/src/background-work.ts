import type { Logger } from 'pino';
import { applyOverdueChoices, notifyCancelled, notifyGuaranteed } from './domains/departures/index.ts';
import { erasePeople } from './domains/manifest/final-manifest/erase-people.ts';
import { deleteOldEmails } from './domains/messages/index.ts';
import {
  deleteOldReceipts,
  noticeQueue,
  type OwnKey,
  pollProvider,
  synchronizeCharges,
  updateSentRefunds,
  webhookRegistration,
} from './domains/payments/index.ts';
import { notifyNewReservations, sendReminders } from './domains/reminders/index.ts';
import { sweepHolds } from './domains/reservations/index.ts';
import { seatTravellers } from './domains/seating/index.ts';
import type { ChangeNotifier } from './platform/changes/change-notifier.ts';
import type { Database } from './platform/database/connect.ts';
import type { Jobs } from './platform/jobs/jobs.ts';
import { repeat } from './platform/process/repeat.ts';
import type { PaymentProvider } from './ports/payments/port.ts';
import type { Storage } from './ports/storage/port.ts';

/** Work that no request waits for. Every process starts all of it. */
interface Work {
  name: string;
  /** What follows from a run that is missed or fails. */
  ifMissed: string;
}

/** Queries what is due, at once and again so long after it is done, in milliseconds. */
export interface Sweep extends Work {
  everyMs: number;
  run(signal: AbortSignal): Promise<void>;
}

/** Runs once in all processes at the times of `cron` (UTC); its queue has its name. */
export interface Nightly extends Work {
  cron: string;
  run(): Promise<void>;
}

/** Works queues in this process. */
export interface Worker extends Work {
  queues: readonly string[];
  start(): Promise<void>;
}

interface SweepParts {
  db: Database;
  jobs: Jobs;
  changes: ChangeNotifier;
  logger: Logger;
  /** Origin of links in e-mails. */
  publicUrl: string;
  ownKey: OwnKey;
  /** None where staff confirms payments. */
  provider?: PaymentProvider | undefined;
  /** Where the provider sends notices; undefined if it cannot reach us. */
  webhookUrl?: string | undefined;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/** All sweeps but those of the payment provider: they are {@link providerSweeps}. */
export function sweeps({ provider, ...parts }: SweepParts): Sweep[] {
  const askBank = provider && { askBank: () => pollProvider({ ...parts, payments: provider }) };
  return [
    {
      name: 'holds',
      everyMs: 15 * SECOND_MS,
      run: (signal) => sweepHolds({ ...parts, ...askBank }, signal),
      ifMissed: 'Holds end and waiting lists are served by the next run.',
    },
    {
      name: 'new-reservations',
      everyMs: 5 * SECOND_MS,
      run: () => notifyNewReservations(parts),
      ifMissed: 'Payers read of their new reservations after the next run.',
    },
    {
      name: 'reminders',
      everyMs: MINUTE_MS,
      run: (signal) => sendReminders(parts, { signal }),
      ifMissed: 'Reminders go out with the next run, unless the moment of the next reminder of their kind has come.',
    },
    {
      name: 'guaranteed-departures',
      everyMs: 10 * SECOND_MS,
      run: () => notifyGuaranteed(parts),
      ifMissed: 'Payers read of it after the next run.',
    },
    {
      name: 'cancelled-departures',
      everyMs: 10 * SECOND_MS,
      run: (signal) => notifyCancelled(parts, { signal }),
      ifMissed: 'Payers read of it, and their reservations end, with the next run.',
    },
    {
      name: 'overdue-choices',
      everyMs: 10 * SECOND_MS,
      run: (signal) => applyOverdueChoices(parts, { signal }),
      ifMissed: 'Payers who did not choose in time are refunded by the next run.',
    },
    {
      name: 'seats',
      everyMs: MINUTE_MS,
      run: (signal) => seatTravellers(parts, { signal }),
      ifMissed: 'Travellers without a seat get one with the next run; after departure, none.',
    },
  ];
}

/** The sweeps that follow the payment provider; none without one. */
export function providerSweeps({ provider, webhookUrl, ...rest }: SweepParts): Sweep[] {
  if (!provider) return [];
  const parts = { ...rest, payments: provider };
  return [
    {
      name: 'webhook-registration',
      everyMs: MINUTE_MS,
      run: webhookRegistration(provider, webhookUrl),
      ifMissed: 'The provider sends notices to an earlier address, or none: payments are found by polling.',
    },
    {
      name: 'charges',
      everyMs: 15 * SECOND_MS,
      run: (signal) => synchronizeCharges(parts, signal),
      ifMissed: 'Charges are created and withdrawn at the provider by the next run.',
    },
    {
      name: 'sent-refunds',
      everyMs: 15 * SECOND_MS,
      run: () => updateSentRefunds(parts),
      ifMissed: 'Refunds stay sent until the next run.',
    },
    {
      name: 'payment-poll',
      everyMs: MINUTE_MS,
      run: () => pollProvider(parts),
      ifMissed: 'Payments without a notice are found by the next run; holds that may be paid wait for it.',
    },
  ];
}

/** What is deleted every night. `deleteExpiredSessions`: of the identity provider. */
export function nightly(
  db: Database,
  { storage, deleteExpiredSessions }: { storage: Storage; deleteExpiredSessions: () => Promise<void> },
): Nightly[] {
  const ifMissed = 'Made up for once a process runs; what is to be deleted is kept until then.';
  return [
    { name: 'old-receipts', cron: '20 6 * * *', run: () => deleteOldReceipts(db, storage), ifMissed },
    { name: 'old-emails', cron: '40 6 * * *', run: () => deleteOldEmails(db), ifMissed },
    { name: 'expired-sessions', cron: '50 6 * * *', run: deleteExpiredSessions, ifMissed },
    { name: 'old-lists', cron: '0 7 * * *', run: () => erasePeople(db), ifMissed },
  ];
}

/** The queues that are worked, but for those of {@link nightly}; what starts working them is in `main.ts`. */
export function workers(start: {
  images: () => Promise<void>;
  receipts: () => Promise<void>;
  emails: () => Promise<void>;
}): Worker[] {
  const ifMissed = 'Files that nobody needs are kept until a process works the queue.';
  return [
    { name: 'images', queues: ['removed-trip-images', 'started-trip-images'], start: start.images, ifMissed },
    { name: 'receipts', queues: ['started-receipts'], start: start.receipts, ifMissed },
    {
      name: 'emails',
      queues: ['emails', 'mail'],
      start: start.emails,
      ifMissed: 'E-mails wait, and are retried for 27 hours; then staff sends or discards them.',
    },
  ];
}

/** The queue of the payment provider's notices. */
export function noticeWorker(start: () => Promise<void>): Worker {
  const ifMissed = 'Payments that were noticed wait, and are retried for an hour; polling finds them too.';
  return { name: 'payment-notices', queues: [noticeQueue.name], start, ifMissed };
}

/** Starts sweeps in this process. Returns how to stop, which waits for the runs at work. */
export function startSweeps(all: readonly Sweep[], logger: Pick<Logger, 'warn'>): () => Promise<void> {
  const stops = all.map(({ name, everyMs, run, ifMissed }) =>
    repeat(run, everyMs, (error) => {
      const reason = error instanceof Error ? error.message : String(error);
      logger.warn({ work: name, reason, ifMissed }, 'background work failed; the next run tries again');
    }),
  );
  return async () => void (await Promise.all(stops.map((stop) => stop())));
}

const nightlyQueue = { batchSize: 1, retryLimit: 36, retryDelay: 5, retryDelayMax: 3_600 };

/** Works the queues of what is done every night. */
export async function startNightly(all: readonly Nightly[], jobs: Pick<Jobs, 'workAtTimes'>): Promise<void> {
  for (const { name, cron, run } of all) await jobs.workAtTimes({ ...nightlyQueue, name }, cron, run);
}
