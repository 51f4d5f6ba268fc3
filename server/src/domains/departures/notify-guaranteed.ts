import { dayAndTime } from '@passeio/contract/format-moments';
import { pagePaths } from '@passeio/contract/paths';
import type { DatabaseTransaction } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { repeat } from '../../platform/process/repeat.ts';
import { enqueueEmails, type QueuedEmail } from '../messages/index.ts';
import { readTimeZone } from '../settings/index.ts';
import { applyOverdueChoices, type DepartureNotifyDeps } from './apply-choices.ts';
import { lockGuaranteeToNotify, markGuaranteeNotified, payersOfTrip } from './guarantee.queries.ts';
import { notifyCancelled } from './notify-cancelled.ts';

/** So long a guarantee can be taken back before anybody has read of it. */
const UNDO_MS = 2 * 60_000;
const INTERVAL_MS = 10_000;

/**
 * Notifies people of guaranteed and cancelled departures, and refunds payers who did not choose in time, here; every
 * process may. Returns how to stop, which waits for the transaction at work.
 */
export function startNotifyingOfDepartures(parts: DepartureNotifyDeps): () => Promise<void> {
  const sweeps: ((signal: AbortSignal) => Promise<void>)[] = [
    () => notifyGuaranteed(parts),
    (signal) => notifyCancelled(parts, { signal }),
    (signal) => applyOverdueChoices(parts, { signal }),
  ];
  const onError = (error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    parts.logger.warn({ reason }, 'departures could not be told; the next sweep tries again');
  };
  const stops = sweeps.map((sweep) => repeat(sweep, INTERVAL_MS, onError));
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

/** Notifies everybody of the trips that were guaranteed a while ago: each trip once, when its e-mails are committed. */
export async function notifyGuaranteed(parts: DepartureNotifyDeps, now = new Date()): Promise<void> {
  let isMore = true;
  while (isMore) isMore = await inTransaction(parts.db, (trx) => notifyTrip(trx, parts, now));
}

async function notifyTrip(
  trx: DatabaseTransaction,
  { jobs, publicUrl }: DepartureNotifyDeps,
  now: Date,
): Promise<boolean> {
  const trip = await lockGuaranteeToNotify(trx, new Date(now.getTime() - UNDO_MS));
  if (!trip) return false;
  const departure = dayAndTime(trip.departs_at, await readTimeZone(trx));
  const emails = (await payersOfTrip(trx, trip.id)).map((payer): QueuedEmail<'departureGuaranteed'> => {
    // Guests have no account in which they could see their reservation.
    const page = payer.has_account ? pagePaths.reservation(payer.code) : pagePaths.trip(trip.slug);
    const { name, code, has_account: seesReservation } = payer;
    return {
      kind: 'departureGuaranteed',
      to: payer.email ?? '',
      data: { name, code, trip: trip.title, departure, seesReservation, link: publicUrl + page },
      reason: { reservationId: payer.id, guaranteed: trip.id },
    };
  });
  await enqueueEmails(jobs, emails, trx);
  await markGuaranteeNotified(trx, trip.id);
  return true;
}
