import { randomUUIDv7 } from 'node:crypto';
import { pagePaths } from '@passeio/contract/paths';
import { ALERT_DAYS, type TripAlert, type TripAlertDraft } from '@passeio/contract/trips/trip-alerts';
import type { Deps } from '../../deps.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { eraseCounted } from '../../platform/database/erased-counts.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/http/errors.ts';
import { hashToken, newToken } from '../../platform/http/link-token.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { enqueueEmails, enqueueToStranger, isQuiet, type QueuedEmail } from '../messages/index.ts';
import { readTimeZone } from '../settings/index.ts';
import { findTrip } from '../trips/index.ts';
import {
  countOfAddress,
  countOfPhone,
  deleteAlert,
  deleteOld,
  findAlert,
  findByLink,
  insertLink,
  markConfirmed,
  type TripAlertRow,
  takeDue,
  writeAlert,
} from './trip-alerts.queries.ts';

/** Trips of which an address may wait for a date. */
const PER_ADDRESS = 20;
const PER_PHONE = 3;
const SHOWN_DIGITS = 4;
const BATCH = 200;

type AlertDeps = Pick<Deps, 'connections'>;

/**
 * Asks for an alert: its address gets a link to confirm, unless it has confirmed already. Nothing shows the caller
 * which. Throws TRIP_NOT_FOUND, or TOO_MANY_REQUESTS where the address got enough of them.
 */
export async function askForAlert(
  trx: DatabaseTransaction,
  { jobs }: { jobs: Pick<Jobs, 'enqueue'> },
  tripId: string,
  { name, email }: TripAlertDraft,
): Promise<Record<never, never>> {
  const trip = await findTrip(trx, 'id', tripId);
  if (!trip?.published_at) throw new AppError('TRIP_NOT_FOUND');
  if ((await countOfAddress(trx, email)) >= PER_ADDRESS) return {};
  const alert = { id: randomUUIDv7(), series_id: trip.series_id, trip_id: trip.id, name, email };
  const { id: alertId, confirmed_at } = await writeAlert(trx, alert);
  if (confirmed_at) return {};
  const isQueued = await enqueueToStranger(jobs, { kind: 'alertAsked', to: email, about: { alertId } }, trx);
  if (!isQueued) throw new AppError('TOO_MANY_REQUESTS');
  return {};
}

/** The URL of a new link to an alert; undefined if it was erased. */
export async function makeAlertLink(db: Database, publicUrl: string, alertId: string): Promise<string | undefined> {
  if (!(await findAlert(db, alertId))) return undefined;
  const token = newToken();
  await insertLink(db, hashToken(token), alertId);
  return publicUrl + pagePaths.alertLink(token);
}

/** Throws ALERT_LINK_OVER. */
export async function readAlert(db: Database, deps: AlertDeps, token: string): Promise<TripAlert> {
  return present(await requireLinked(db, token), deps);
}

/**
 * Confirms an address; `phone`: where the alert goes instead. Throws ALERT_LINK_OVER, WHATSAPP_NOT_CONNECTED, and
 * TOO_MANY_REQUESTS where a telephone waits for enough of them.
 */
export async function confirmAlert(
  trx: DatabaseTransaction,
  deps: AlertDeps,
  { token, phone = null }: { token: string; phone?: string | undefined | null },
): Promise<TripAlert> {
  const { id } = await requireLinked(trx, token);
  if (phone !== null && !deps.connections.whatsApp) throw new AppError('WHATSAPP_NOT_CONNECTED');
  // Nobody has shown that it is theirs.
  if (phone !== null && (await countOfPhone(trx, phone, id)) >= PER_PHONE) throw new AppError('TOO_MANY_REQUESTS');
  await markConfirmed(trx, id, phone);
  return present(await requireLinked(trx, token), deps);
}

/** Erases an address; what is erased already stays so. */
export async function removeAlert(trx: DatabaseTransaction, token: string): Promise<Record<never, never>> {
  const alert = await findByLink(trx, hashToken(token));
  if (alert) await deleteAlert(trx, alert.id);
  return {};
}

/** Sends confirmed alerts whose trip has a new date, each once and by day. */
export async function sendAlerts(
  { db, jobs }: { db: Database; jobs: Pick<Jobs, 'enqueueAll'> },
  { now = new Date(), signal }: { now?: Date; signal?: AbortSignal } = {},
): Promise<void> {
  if (isQuiet(now, await readTimeZone(db))) return;
  let isMore = true;
  while (isMore && !signal?.aborted) {
    isMore = await inTransaction(db, async (trx) => {
      const due = await takeDue(trx, BATCH);
      const emails = due.map(({ id: alertId, email: to, trip_id: tripId }): QueuedEmail => {
        return { kind: 'alertNewDate', to, about: { alertId, tripId } };
      });
      await enqueueEmails(jobs, emails, trx);
      return due.length === BATCH;
    });
  }
}

/** Erases addresses that were never confirmed, got their e-mail, or waited too long. */
export async function deleteOldAlerts(db: Database, now = new Date()): Promise<void> {
  await eraseCounted(db, 'alerts', (trx) => deleteOld(trx, now, ALERT_DAYS));
}

async function requireLinked(db: Database, token: string): Promise<TripAlertRow> {
  const alert = await findByLink(db, hashToken(token));
  if (!alert) throw new AppError('ALERT_LINK_OVER');
  return alert;
}

function present({ title, confirmed_at, sent_at, phone }: TripAlertRow, { connections }: AlertDeps): TripAlert {
  return {
    title,
    state: sent_at ? 'sent' : confirmed_at ? 'waiting' : 'unconfirmed',
    phone: phone ? `•••${phone.slice(-SHOWN_DIGITS)}` : '',
    offersWhatsApp: connections.whatsApp !== undefined,
  };
}
