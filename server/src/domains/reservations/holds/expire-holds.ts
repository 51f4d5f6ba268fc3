import { recordAudits, system } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { endDueAllotments } from '../../inventory/index.ts';
import { enqueueEmails, type QueuedEmail } from '../../messages/index.ts';
import { readBrand, readTimeZone } from '../../settings/index.ts';
import { lockTrip } from '../../trips/index.ts';
import { serveWaitingList } from '../offers/offers.ts';
import { type SweepDeps, sweepWaitingLists } from '../offers/serve-waiting.ts';
import { reservationSubject } from '../reservation/reservation-audit.ts';
import { endAddedPeople } from './end-added-people.ts';
import { areHoldsToCheck, type EndingHold, endHolds, markWarned, tripsWithDueHolds } from './expire-holds.queries.ts';

// A transaction locks its trip: large enough to be quick for all, small enough that nobody waits long for one.
const BATCH = 200;

/**
 * Expires the holds and unanswered requests that are due, trip by trip, takes out people who were added and not paid
 * for, notifies the payers of holds that are about to end, ends places set aside for coupons, and serves the waiting
 * lists. Then asks the bank, once for all holds that may have been paid, and ends those that were not: an unavailable
 * bank holds up only them.
 */
export async function sweepHolds(deps: SweepDeps, signal?: AbortSignal): Promise<void> {
  const timeZone = await readTimeZone(deps.db);
  const onError = (error: unknown, tripId: string) => logFailure(deps, error, { tripId });
  const endDue = async () => {
    await expireDueHolds(deps, signal);
    await endAddedPeople(deps, timeZone, { signal, onError });
  };
  await endDue();
  let warned = BATCH;
  while (warned === BATCH && !signal?.aborted) warned = await warnPayers(deps);
  for (const tripId of await endDueAllotments(deps.db)) deps.changes.announce(`places:${tripId}`);
  await sweepWaitingLists(deps, { signal, onError });
  if (!deps.askBank || signal?.aborted || !(await areHoldsToCheck(deps.db))) return;
  try {
    await deps.askBank();
  } catch (error) {
    deps.logger.warn({ reason: (error as Error).message }, 'holds that may have been paid wait for the bank');
  }
  await endDue();
}

async function expireDueHolds(deps: SweepDeps, signal: AbortSignal | undefined): Promise<void> {
  // In random order, so that several processes meet at few trips.
  for (const tripId of await tripsWithDueHolds(deps.db)) {
    if (signal?.aborted) return;
    await expireTrip(deps, tripId).catch((error) => logFailure(deps, error, { tripId }));
  }
}

async function expireTrip(deps: SweepDeps, tripId: string): Promise<void> {
  let ended = BATCH;
  while (ended === BATCH) {
    ended = await inTransaction(deps.db, (trx) => expireBatch(trx, deps, tripId));
    if (ended === 0) return;
    deps.changes.announce(`places:${tripId}`);
    deps.logger.info({ tripId, reservations: ended }, 'holds have expired');
  }
}

async function expireBatch(trx: DatabaseTransaction, { jobs }: SweepDeps, tripId: string): Promise<number> {
  await lockTrip(trx, tripId);
  const ended = await endHolds(trx, tripId, BATCH);
  await recordAudits(trx, system, ended.map(expiryOf));
  const { email: operatorEmail } = await readBrand(trx);
  await enqueueEmails(
    jobs,
    ended.flatMap((hold) => emailsOfEnded(hold, operatorEmail)),
    trx,
  );
  await serveWaitingList(trx, tripId);
  return ended.length;
}

function expiryOf(hold: EndingHold) {
  const asked = isUnanswered(hold);
  return {
    action: asked ? ('reservation.request_expired' as const) : ('reservation.expired' as const),
    subject: reservationSubject(hold, { name: hold.payer_name }, hold),
    changes: { state: [asked ? 'requested' : 'held', 'expired'] as [unknown, unknown] },
  };
}

function warnPayers({ db, jobs }: SweepDeps): Promise<number> {
  return inTransaction(db, async (trx) => {
    const ending = await markWarned(trx, BATCH);
    const emails = ending.map((hold): QueuedEmail => ({ kind: 'holdEnding', to: hold.email, about: aboutOf(hold) }));
    await enqueueEmails(jobs, emails, trx);
    return ending.length;
  });
}

function aboutOf({ id: reservationId, hold_expires_at }: EndingHold) {
  return { reservationId, holdExpiresAt: hold_expires_at.toISOString() };
}

/** The e-mails that a hold, or a request without an answer, has ended; of a request the operator gets one too. */
function emailsOfEnded(hold: EndingHold, operatorEmail: string): QueuedEmail[] {
  const { email: to } = hold;
  const about = aboutOf(hold);
  if (!isUnanswered(hold)) {
    if (hold.channel !== 'waiting_list') return [{ kind: 'holdExpired', to, about }];
    return to ? [{ kind: 'offerLapsed', to, about }] : [];
  }
  return [
    { kind: 'requestLapsed', to, about },
    ...(operatorEmail ? [{ kind: 'requestUnanswered' as const, to: operatorEmail, about }] : []),
  ];
}

/** Whether it is a request that the operator never answered. */
function isUnanswered({ requested_at, answered_at }: EndingHold): boolean {
  return requested_at !== null && answered_at === null;
}

function logFailure({ logger }: SweepDeps, error: unknown, facts: object): void {
  const reason = error instanceof Error ? error.message : String(error);
  logger.warn({ ...facts, reason }, 'holds could not be ended; the next sweep tries again');
}
