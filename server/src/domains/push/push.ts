import { MAX_PUSH_DEVICES, type PushDevice } from '@passeio/contract/push';
import { type Selectable, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import type { Schema } from '../../platform/database/schema/schema.ts';
import type { Caller } from '../../platform/http/access.ts';
import type { Jobs, Queue } from '../../platform/jobs/jobs.ts';
import type { PushMessage, PushService } from '../../ports/push/port.ts';

/** A notification may come late or not at all: the e-mail beside it says the same. */
export const pushQueue: Queue = { name: 'push', batchSize: 10, retryLimit: 3, retryDelay: 30, retryDelayMax: 600 };

const RESERVATIONS_PAGE = '/minhasreservas';
const BEFORE_DEPARTURE_MS = 60 * 60_000;
// Clocks of database and process differ.
const EARLY_MS = 60_000;

/** To the payer of a reservation. `onTheDay`: an hour before its departure, if it still stands. */
export interface QueuedPush extends Pick<PushMessage, 'title' | 'body'> {
  reservationId: string;
  onTheDay?: boolean;
}

interface PushParts {
  db: Database;
  jobs: Pick<Jobs, 'enqueue'>;
  logger: Pick<Logger, 'warn'>;
  push: PushService;
}

export function enqueuePush(jobs: Pick<Jobs, 'enqueue'>, push: QueuedPush): Promise<void> {
  return jobs.enqueue(pushQueue, push);
}

/** The handler of {@link pushQueue}. Devices whose subscription has ended are deleted. */
export function pushSender({ db, jobs, logger, push }: PushParts) {
  return async ({ reservationId, title, body, onTheDay = false }: QueuedPush, now = new Date()): Promise<void> => {
    const devices = await devicesToNotify(db, reservationId);
    const [first] = devices;
    if (!first) return;
    if (onTheDay) {
      if (first.state !== 'booked' || first.cancelled_at || first.departs_at <= now) return;
      const wait = first.departs_at.getTime() - BEFORE_DEPARTURE_MS - now.getTime();
      if (wait > EARLY_MS) {
        const later = { ...pushQueue, startAfter: Math.ceil(wait / 1_000) };
        return jobs.enqueue(later, { reservationId, title, body, onTheDay });
      }
    }
    const outcomes = await Promise.allSettled(
      devices.map((device) => push.send(device, { title, body, page: RESERVATIONS_PAGE })),
    );
    const gone = devices.filter((_, index) => {
      const outcome = outcomes[index];
      return outcome?.status === 'fulfilled' && outcome.value === 'gone';
    });
    for (const { endpoint } of gone) await db.deleteFrom('push_devices').where('endpoint', '=', endpoint).execute();
    const failed = outcomes.find(({ status }) => status === 'rejected');
    if (failed?.status !== 'rejected') return;
    logger.warn({ reservationId, reason: String(failed.reason) }, 'a device could not be notified');
    // Devices that were notified show the repeated text once.
    throw failed.reason;
  };
}

/** Notifies the caller on this device from now on, whoever used it before. */
export async function addDevice(
  trx: DatabaseTransaction,
  { id: userId }: Caller,
  { endpoint, keys }: PushDevice,
): Promise<Record<never, never>> {
  const device = { user_id: userId, ...keys, created_at: new Date() };
  await trx
    .insertInto('push_devices')
    .values({ endpoint, ...device })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(device))
    .execute();
  await sql`
    delete from push_devices where endpoint in (
      select endpoint from push_devices where user_id = ${userId}
      order by created_at desc offset ${MAX_PUSH_DEVICES})`.execute(trx);
  return {};
}

export async function removeDevice(
  trx: DatabaseTransaction,
  { id: userId }: Caller,
  endpoint: string,
): Promise<Record<never, never>> {
  await trx.deleteFrom('push_devices').where('endpoint', '=', endpoint).where('user_id', '=', userId).execute();
  return {};
}

type DeviceToNotify = Selectable<Schema['push_devices']> & {
  state: string;
  departs_at: Date;
  cancelled_at: Date | null;
};

function devicesToNotify(db: Database, reservationId: string): Promise<DeviceToNotify[]> {
  return db
    .selectFrom('reservations')
    .innerJoin('trips', 'trips.id', 'reservations.trip_id')
    .innerJoin('users', 'users.id', 'reservations.user_id')
    .innerJoin('push_devices', 'push_devices.user_id', 'users.id')
    .selectAll('push_devices')
    .select(['reservations.state', 'trips.departs_at', 'trips.cancelled_at'])
    .where('reservations.id', '=', reservationId)
    .where('users.is_disabled', '=', false)
    .execute();
}
