import type { Deps } from '../../deps.ts';
import type { Database } from '../../platform/database/connect.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { Queue } from '../../platform/jobs/jobs.ts';
import type { Report } from '../../ports/whatsapp/port.ts';
import { applyStatus, type StatusDeps } from './apply-status.ts';
import { markFollowed, receiveMessage, type StoredMessage } from './receive-message.ts';
import { noteTemplateState } from './templates.queries.ts';

export const reportQueue: Queue = {
  name: 'whatsapp-reports',
  batchSize: 25,
  retryLimit: 20,
  retryDelay: 5,
  retryDelayMax: 600,
};

/** Twice what a busy minute brings; Meta sends again what finds no room. */
const MAX_WAITING = 20_000;
/** A second may overrun it by what comes in then. */
const KEPT_MS = 1_000;
/** Messages of one webhook are at most so many; a job holds them all. */
const MAX_REPORTS = 1_000;

/** What waits in the queue. */
export interface QueuedReports {
  account: string;
  reports: Report[];
}

/** Puts what a webhook reports into the queue. Throws UNAVAILABLE while it is full. */
export async function enqueueReports({ jobs }: Pick<Deps, 'jobs'>, account: string, reports: Report[]): Promise<void> {
  if (reports.length === 0) return;
  // Queues are worked side by side.
  const now = Math.round((performance.timeOrigin + performance.now()) * 1_000);
  const arrived = reports.map((one, index) => (one.does === 'message' ? { ...one, arrival: now + index } : one));
  if (await isFull(jobs)) throw new AppError('UNAVAILABLE');
  const parts = Array.from({ length: Math.ceil(arrived.length / MAX_REPORTS) }, (_, index) =>
    arrived.slice(index * MAX_REPORTS, (index + 1) * MAX_REPORTS),
  );
  await jobs.enqueueAll(
    reportQueue,
    parts.map((part): QueuedReports => ({ account, reports: part })),
  );
}

const known = new WeakMap<object, { at: number; isFull: Promise<boolean> }>();

// Each webhook would count all that wait.
function isFull(jobs: Pick<Deps['jobs'], 'countWaiting'>): Promise<boolean> {
  const read = known.get(jobs);
  if (read && performance.now() - read.at < KEPT_MS) return read.isFull;
  const counting = jobs.countWaiting(reportQueue, MAX_WAITING).then((waiting) => waiting >= MAX_WAITING);
  known.set(jobs, { at: performance.now(), isFull: counting });
  return counting;
}

/** Does what follows from a message of a contact, at least once. */
type Follow = (message: StoredMessage) => Promise<void>;

type WorkDeps = StatusDeps & { db: Database; follow: Follow };

/**
 * The handler of {@link reportQueue}: each report is worked once, however often and in whatever order it came. One that
 * fails, as a file that cannot be fetched now, keeps no other from being worked; then all are tried again.
 */
export async function workReports(deps: WorkDeps, { account, reports }: QueuedReports): Promise<void> {
  const errors: unknown[] = [];
  for (const report of reports) await workReport(deps, account, report).catch((error) => errors.push(error));
  if (errors.length > 0) throw errors[0];
}

async function workReport(deps: WorkDeps, account: string, report: Report): Promise<void> {
  const { db, follow } = deps;
  if (report.does === 'status') return applyStatus(deps, report);
  if (report.does === 'template') return noteTemplateState(db, account, report);
  const stored = await receiveMessage(db, report);
  if (!stored.isToFollow) return;
  await follow(stored);
  await markFollowed(db, stored.id);
}
