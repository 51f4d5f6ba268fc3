import { dayAndTime } from '@passeio/contract/format-moments';
import { pagePaths } from '@passeio/contract/paths';
import { recordAudits, system } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { repeat } from '../../../platform/process/repeat.ts';
import { enqueueEmails, type QueuedEmail } from '../../messages/index.ts';
import { readBrand, readTimeZone } from '../../settings/index.ts';
import { lockTrip } from '../../trips/index.ts';
import { serveWaitingList } from '../offers/offers.ts';
import { type SweepDeps, sweepWaitingLists } from '../offers/serve-waiting.ts';
import { reservationSubject } from '../reservation/reservation-audit.ts';
import { endAddedPeople } from './end-added-people.ts';
import { areHoldsToCheck, type EndingHold, endHolds, markWarned, tripsWithDueHolds } from './expire-holds.queries.ts';

const SWEEP_INTERVAL_MS = 15_000;
// A transaction locks its trip: large enough to be quick for all, small enough that nobody waits long for one.
const BATCH = 200;

/**
 * Ends due holds in this process, at once and every 15 s; every process may. Returns how to stop, which waits for the
 * batch at work.
 */
export function startEndingHolds(deps: SweepDeps, intervalMs = SWEEP_INTERVAL_MS): () => Promise<void> {
  return repeat(
    (signal) => sweepHolds(deps, signal),
    intervalMs,
    (error) => logFailure(deps, error, {}),
  );
}

/**
 * Expires the holds and unanswered requests that are due, trip by trip, takes out people who were added and not paid
 * for, notifies the payers of holds that are about to end, and serves the waiting lists. Then asks the bank, once for all
 * holds that may have been paid, and ends those that were not: an unavailable bank holds up only them.
 */
export async function sweepHolds(deps: SweepDeps, signal?: AbortSignal): Promise<void> {
  const timeZone = await readTimeZone(deps.db);
  const onError = (error: unknown, tripId: string) => logFailure(deps, error, { tripId });
  const endDue = async () => {
    await expireDueHolds(deps, timeZone, signal);
    await endAddedPeople(deps, timeZone, { signal, onError });
  };
  await endDue();
  let warned = BATCH;
  while (warned === BATCH && !signal?.aborted) warned = await warnPayers(deps, timeZone);
  await sweepWaitingLists(deps, timeZone, { signal, onError });
  if (!deps.askBank || signal?.aborted || !(await areHoldsToCheck(deps.db))) return;
  try {
    await deps.askBank();
  } catch (error) {
    deps.logger.warn({ reason: (error as Error).message }, 'holds that may have been paid wait for the bank');
  }
  await endDue();
}

async function expireDueHolds(deps: SweepDeps, timeZone: string, signal: AbortSignal | undefined): Promise<void> {
  // In random order, so that several processes meet at few trips.
  for (const tripId of await tripsWithDueHolds(deps.db)) {
    if (signal?.aborted) return;
    await expireTrip(deps, tripId, timeZone).catch((error) => logFailure(deps, error, { tripId }));
  }
}

async function expireTrip(deps: SweepDeps, tripId: string, timeZone: string): Promise<void> {
  let ended = BATCH;
  while (ended === BATCH) {
    ended = await inTransaction(deps.db, (trx) => expireBatch(trx, deps, tripId, timeZone));
    if (ended === 0) return;
    deps.changes.announce(`places:${tripId}`);
    deps.logger.info({ tripId, reservations: ended }, 'holds have expired');
  }
}

async function expireBatch(
  trx: DatabaseTransaction,
  { jobs, publicUrl }: SweepDeps,
  tripId: string,
  timeZone: string,
): Promise<number> {
  await lockTrip(trx, tripId);
  const ended = await endHolds(trx, tripId, BATCH);
  await recordAudits(trx, system, ended.map(expiryOf));
  const { email } = await readBrand(trx);
  const wording = { timeZone, publicUrl, operatorEmail: email };
  await enqueueEmails(
    jobs,
    ended.flatMap((hold): QueuedEmail<EndedKind>[] =>
      isUnanswered(hold) ? emailsOfUnanswered(hold, wording) : emailTo(hold, 'holdExpired', wording),
    ),
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

function warnPayers({ db, jobs, publicUrl }: SweepDeps, timeZone: string): Promise<number> {
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

type EndedKind = 'holdEnding' | 'holdExpired' | 'offerLapsed' | 'requestLapsed' | 'requestUnanswered';

// None without an address. Guests have no account in which they could see their reservation.
function emailTo(
  hold: EndingHold,
  kind: 'holdEnding' | 'holdExpired',
  { timeZone, publicUrl }: { timeZone: string; publicUrl: string },
): QueuedEmail<'holdEnding' | 'holdExpired' | 'offerLapsed'>[] {
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
    payable: hold.payable,
    link: publicUrl + page,
  };
  const state = kind === 'holdExpired' ? 'expired' : 'held';
  const holdExpiresAt = hold.hold_expires_at.toISOString();
  const isOffer = kind === 'holdExpired' && hold.channel === 'waiting_list';
  return [
    {
      kind: isOffer ? 'offerLapsed' : kind,
      to: hold.email,
      data,
      reason: { reservationId: hold.id, state, holdExpiresAt },
    },
  ];
}

function logFailure({ logger }: SweepDeps, error: unknown, facts: object): void {
  const reason = error instanceof Error ? error.message : String(error);
  logger.warn({ ...facts, reason }, 'holds could not be ended; the next sweep tries again');
}

interface Wording {
  timeZone: string;
  /** Origin of links in e-mails. */
  publicUrl: string;
  /** Empty: the operator has none. */
  operatorEmail: string;
}

/** Whether it is a request that the operator never answered. */
function isUnanswered({ requested_at, answered_at }: Pick<EndingHold, 'requested_at' | 'answered_at'>): boolean {
  return requested_at !== null && answered_at === null;
}

/** The e-mails to payer and operator that a request has ended without an answer; none without an address. */
function emailsOfUnanswered(
  request: EndingHold,
  { timeZone, publicUrl, operatorEmail }: Wording,
): (QueuedEmail<'requestLapsed'> | QueuedEmail<'requestUnanswered'>)[] {
  const { id, code, title: trip, payer_name: name, email, slug, people, hold_expires_at } = request;
  const deadline = dayAndTime(hold_expires_at, timeZone);
  const reason = { reservationId: id, state: 'expired' as const, holdExpiresAt: hold_expires_at.toISOString() };
  const facts = { code, trip, deadline };
  const toPayer = { ...facts, name, link: publicUrl + pagePaths.trip(slug) };
  const toOperator = { ...facts, payer: name, people, link: publicUrl + pagePaths.requests };
  return [
    ...(email ? [{ kind: 'requestLapsed' as const, to: email, data: toPayer, reason }] : []),
    ...(operatorEmail ? [{ kind: 'requestUnanswered' as const, to: operatorEmail, data: toOperator, reason }] : []),
  ];
}
