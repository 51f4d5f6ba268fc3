import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { recordAudit, system } from '../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../platform/database/connect.ts';
import { inTransaction, isRetried } from '../../platform/database/transaction.ts';
import { enqueueEmails, type QueuedEmail } from '../messages/index.ts';
import {
  cancelForDeparture,
  lockReservation,
  offerChoice,
  readPayerOfReservation,
  reservationSubject,
} from '../reservations/index.ts';
import { readTimeZone } from '../settings/index.ts';
import { findTrip, insertChoice, type TripRow } from '../trips/index.ts';
import { endList } from '../waiting-list/index.ts';
import type { DepartureNotifyDeps } from './apply-choices.ts';
import { UNDO_MS } from './cancel-departure.ts';
import {
  type CancellationRow,
  findCancellation,
  lockTripToNotify,
  markDone,
  markNotifyingStarted,
  nextUnnotified,
} from './cancellations.queries.ts';
import { lockGuaranteeToNotify, markGuaranteeNotified, payersOfTrip } from './guarantee.ts';

/** So long a guarantee can be taken back before anybody has read of it. */
const GUARANTEE_UNDO_MS = 2 * 60_000;

/** When people of guaranteed departures are notified. */
export const guaranteeMoments = sql`
  select guaranteed_at + ${sql.lit(GUARANTEE_UNDO_MS)} * interval '1 millisecond' as at from trips
  where guaranteed_at is not null and guarantee_notified_at is null and is_active and departs_at > now()`;

/** When payers of cancelled departures are notified. */
export const cancellationMoments = sql`
  select cancelled_at + ${sql.lit(UNDO_MS)} * interval '1 millisecond' as at from trip_cancellations where done_at is null`;

/** Notifies the people of trips that were guaranteed a while ago: each trip once, when its e-mails are committed. */
export async function notifyGuaranteed(deps: DepartureNotifyDeps, now = new Date()): Promise<void> {
  let isMore = true;
  while (isMore) isMore = await inTransaction(deps.db, (trx) => notifyTrip(trx, deps, now));
}

async function notifyTrip(trx: DatabaseTransaction, { jobs }: DepartureNotifyDeps, now: Date): Promise<boolean> {
  const trip = await lockGuaranteeToNotify(trx, new Date(now.getTime() - GUARANTEE_UNDO_MS));
  if (!trip) return false;
  const emails = (await payersOfTrip(trx, trip.id)).map(({ id: reservationId, email: to }): QueuedEmail => {
    return { kind: 'departureGuaranteed', to, about: { reservationId, tripId: trip.id } };
  });
  await enqueueEmails(jobs, emails, trx);
  await markGuaranteeNotified(trx, trip.id);
  return true;
}

/** What a run could not do, which the next one tries again. */
interface Failed {
  trips: string[];
  reservations: string[];
}

/**
 * Notifies the payers of departures that were cancelled a while ago: each in a transaction of its own, which ends the
 * reservation or opens its choice, so that a crash repeats and omits nobody. A trip is worked by one process at a time.
 */
export async function notifyCancelled(
  deps: DepartureNotifyDeps,
  { now = new Date(), signal }: { now?: Date; signal?: AbortSignal } = {},
): Promise<void> {
  const failed: Failed = { trips: [], reservations: [] };
  let isMore = true;
  while (isMore && !signal?.aborted) {
    isMore = await inTransaction(deps.db, (trx) => notifyNext(trx, deps, now, failed));
  }
}

async function notifyNext(
  trx: DatabaseTransaction,
  deps: DepartureNotifyDeps,
  now: Date,
  failed: Failed,
): Promise<boolean> {
  const tripId = await lockTripToNotify(trx, new Date(now.getTime() - UNDO_MS), failed.trips);
  const cancellation = tripId && (await findCancellation(trx, tripId));
  const trip = tripId && (await findTrip(trx, 'id', tripId));
  if (!cancellation || !trip) return false;
  await markNotifyingStarted(trx, trip.id, now);
  const next = await nextUnnotified(trx, trip.id, failed.reservations);
  if (next) await tryNotifyPayer(trx, deps, { trip, cancellation, reservationId: next.id }, failed);
  else if (await nextUnnotified(trx, trip.id, [])) failed.trips.push(trip.id);
  else {
    await endList(trx, trip.id);
    await markDone(trx, trip.id, now);
  }
  return true;
}

interface Cancelled {
  trip: TripRow;
  cancellation: CancellationRow;
  reservationId: string;
}

// One payer who cannot be notified must not block the others. A transaction that is to be repeated is none.
async function tryNotifyPayer(
  trx: DatabaseTransaction,
  deps: DepartureNotifyDeps,
  cancelled: Cancelled,
  failed: Failed,
): Promise<void> {
  const { reservationId } = cancelled;
  await sql`savepoint notifying`.execute(trx);
  try {
    await notifyPayer(trx, deps, cancelled);
    await sql`release savepoint notifying`.execute(trx);
  } catch (error) {
    if (isRetried(error)) throw error;
    await sql`rollback to savepoint notifying`.execute(trx);
    failed.reservations.push(reservationId);
    const reason = error instanceof Error ? error.message : String(error);
    deps.logger.warn({ reservationId, reason }, 'a payer could not be notified; the next sweep tries again');
  }
}

async function notifyPayer(
  trx: DatabaseTransaction,
  deps: DepartureNotifyDeps,
  { trip, cancellation, reservationId }: Cancelled,
): Promise<void> {
  const reservation = await lockReservation(trx, reservationId);
  if (!reservation) return;
  const { reason, choose_until: lastDay } = cancellation;
  const hasMoney = reservation.received_cents > 0;
  const timeZone = await readTimeZone(trx);
  const payer = await readPayerOfReservation(trx, reservationId);
  const emailId = payer.email ? randomUUIDv7() : null;
  await recordAudit(trx, system, {
    action: 'reservation.departure_cancelled',
    subject: reservationSubject(reservation, payer, trip),
    changes: { cancellationReason: [null, reason], chooseUntil: [null, hasMoney ? lastDay : null] },
  });
  if (hasMoney) await offerChoice(trx, reservationId, lastMinuteOf(lastDay, timeZone));
  else await cancelForDeparture(trx, system, null, { locked: { reservation, trip }, reason });
  await insertChoice(trx, {
    reservation_id: reservationId,
    trip_id: trip.id,
    received_cents: reservation.received_cents,
    email_id: emailId,
    ...(hasMoney ? {} : { outcome: 'ended' as const, settled_at: new Date() }),
  });
  if (!payer.email || !emailId) return;
  const kind = hasMoney ? 'departureChoice' : 'departureCancelled';
  const about = { reservationId, tripId: trip.id };
  await enqueueEmails(deps.jobs, [{ kind, to: payer.email, logId: emailId, about }], trx);
}

/** The last minute of a calendar day: midnight would read as the day after. */
function lastMinuteOf(day: string, timeZone: string): Date {
  const midnight = Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime(timeZone);
  return new Date(midnight.subtract({ minutes: 1 }).epochMilliseconds);
}
