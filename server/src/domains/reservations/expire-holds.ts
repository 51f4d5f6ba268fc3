import { pagePaths } from '@passeio/contract/paths';
import type { Logger } from 'pino';
import { recordAudits, system } from '../../platform/audit/audit.ts';
import type { ChangeNotifier } from '../../platform/changes/change-notifier.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { repeat } from '../../platform/process/repeat.ts';
import { enqueueEmails, type QueuedEmail } from '../messages/index.ts';
import { readTimeZone } from '../settings/index.ts';
import { lockTrip } from '../trips/index.ts';
import { type EndingHold, endHolds, markWarned, tripsWithDueHolds } from './expire-holds.queries.ts';
import { dayAndTime } from './operator-time.ts';
import { reservationLabel } from './reservation-label.ts';

const SWEEP_INTERVAL_MS = 15_000;
// A transaction locks its trip: large enough to be quick for all, small enough that nobody waits long for one.
const BATCH = 200;

/** What ends holds. */
export interface HoldKeeper {
  db: Database;
  jobs: Pick<Jobs, 'enqueueAll'>;
  changes: Pick<ChangeNotifier, 'announce'>;
  logger: Pick<Logger, 'warn' | 'info'>;
  /** Origin of links in e-mails. */
  publicUrl: string;
}

/**
 * Ends due holds in this process, at once and every 15 s; every process may. Returns how to stop, which waits for the
 * batch at work.
 */
export function startEndingHolds(keeper: HoldKeeper, intervalMs = SWEEP_INTERVAL_MS): () => Promise<void> {
  return repeat(
    (signal) => sweepHolds(keeper, signal),
    intervalMs,
    (error) => logFailure(keeper, error, {}),
  );
}

/** Expires the holds that are due, trip by trip, and tells the payers of those that are about to end. */
export async function sweepHolds(keeper: HoldKeeper, signal?: AbortSignal): Promise<void> {
  const timeZone = await readTimeZone(keeper.db);
  // In random order, so that several processes meet at few trips.
  for (const tripId of await tripsWithDueHolds(keeper.db)) {
    if (signal?.aborted) return;
    await expireTrip(keeper, tripId, timeZone).catch((error) => logFailure(keeper, error, { tripId }));
  }
  let warned = BATCH;
  while (warned === BATCH && !signal?.aborted) warned = await warnPayers(keeper, timeZone);
}

async function expireTrip(keeper: HoldKeeper, tripId: string, timeZone: string): Promise<void> {
  let ended = BATCH;
  while (ended === BATCH) {
    ended = await inTransaction(keeper.db, (trx) => expireBatch(trx, keeper, tripId, timeZone));
    if (ended === 0) return;
    keeper.changes.announce(`places:${tripId}`);
    keeper.logger.info({ tripId, reservations: ended }, 'holds have expired');
  }
}

async function expireBatch(
  trx: DatabaseTransaction,
  { jobs, publicUrl }: HoldKeeper,
  tripId: string,
  timeZone: string,
): Promise<number> {
  await lockTrip(trx, tripId);
  const ended = await endHolds(trx, tripId, BATCH);
  const events = ended.map((hold) => ({
    action: 'reservation.expired' as const,
    subject: {
      type: 'reservation' as const,
      id: hold.id,
      label: reservationLabel(hold.code, { name: hold.payer_name }, hold),
    },
    changes: { state: ['held', 'expired'] as [unknown, unknown] },
  }));
  await recordAudits(trx, system, events);
  await enqueueEmails(
    jobs,
    ended.flatMap((hold) => emailTo(hold, 'holdExpired', { timeZone, publicUrl })),
    trx,
  );
  return ended.length;
}

function warnPayers({ db, jobs, publicUrl }: HoldKeeper, timeZone: string): Promise<number> {
  return inTransaction(db, async (trx) => {
    const ending = await markWarned(trx, BATCH);
    await enqueueEmails(
      jobs,
      ending.flatMap((hold) => emailTo(hold, 'holdEnding', { timeZone, publicUrl })),
      trx,
    );
    return ending.length;
  });
}

// None without an address. Guests have no account in which they could see their reservation.
function emailTo(
  hold: EndingHold,
  kind: 'holdEnding' | 'holdExpired',
  { timeZone, publicUrl }: { timeZone: string; publicUrl: string },
): QueuedEmail<'holdEnding' | 'holdExpired'>[] {
  if (!hold.email) return [];
  const seesReservation = kind === 'holdEnding' && hold.has_account;
  const page = seesReservation ? pagePaths.reservation(hold.code) : pagePaths.trip(hold.slug);
  const data = {
    name: hold.payer_name,
    code: hold.code,
    trip: hold.title,
    deadline: dayAndTime(hold.hold_expires_at, timeZone),
    missingCents: Math.max(hold.deposit_cents - hold.received_cents, 0),
    seesReservation,
    link: publicUrl + page,
  };
  const state = kind === 'holdExpired' ? 'expired' : 'held';
  const holdExpiresAt = hold.hold_expires_at.toISOString();
  return [{ kind, to: hold.email, data, reason: { reservationId: hold.id, state, holdExpiresAt } }];
}

function logFailure({ logger }: HoldKeeper, error: unknown, facts: object): void {
  const reason = error instanceof Error ? error.message : String(error);
  logger.warn({ ...facts, reason }, 'holds could not be ended; the next sweep tries again');
}
