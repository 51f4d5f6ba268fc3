import { createHash } from 'node:crypto';
import { MAX_PUSH_DEVICES, type PushDevice } from '@passeio/contract/push';
import { type Selectable, sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import type { Schema } from '../../platform/database/schema/schema.ts';
import type { Caller } from '../../platform/http/access.ts';
import type { Jobs, Queue } from '../../platform/jobs/jobs.ts';
import { type PushMessage, PushRefused, type PushService } from '../../ports/push/port.ts';

/** A notification may come late or not at all: the reservation's page says the same, and an e-mail if there is one. */
export const pushQueue: Queue = { name: 'push', batchSize: 10, retryLimit: 3, retryDelay: 30, retryDelayMax: 600 };

const BEFORE_DEPARTURE_MS = 60 * 60_000;
// Clocks of database and process differ.
const EARLY_MS = 60_000;

/**
 * To the payer of a reservation. `onTheDay`: an hour before its departure, if it still stands. `device`: only to that
 * one, which could not be notified with the others; a hash of its address, by which anybody could write to it.
 */
export interface QueuedPush extends Pick<PushMessage, 'title' | 'body'> {
  reservationId: string;
  onTheDay?: boolean;
  device?: string;
}

interface PushDeps {
  db: Database;
  jobs: Pick<Jobs, 'enqueue'>;
  logger: Pick<Logger, 'warn'>;
  push: PushService;
}

export function enqueuePush(jobs: Pick<Jobs, 'enqueue'>, push: QueuedPush): Promise<void> {
  return jobs.enqueue(pushQueue, push);
}

/**
 * The handler of {@link pushQueue}. Devices whose subscription has ended are deleted; one whose push service is
 * unavailable is tried again by a job of its own, so that the others are notified once.
 */
export function pushSender({ db, jobs, logger, push }: PushDeps) {
  return async (queued: QueuedPush, now = new Date()): Promise<void> => {
    const { reservationId, title, body, onTheDay = false, device: only } = queued;
    const all = await devicesToNotify(db, reservationId);
    const devices = only ? all.filter(({ endpoint }) => hashOf(endpoint) === only) : all;
    const [first] = devices;
    if (!first) return;
    if (onTheDay) {
      if (first.state !== 'booked' || first.cancelled_at || first.departs_at <= now) return;
      const wait = first.departs_at.getTime() - BEFORE_DEPARTURE_MS - now.getTime();
      if (wait > EARLY_MS) {
        const later = { ...pushQueue, startAfter: Math.ceil(wait / 1_000) };
        return jobs.enqueue(later, queued);
      }
    }
    const outcomes = await Promise.allSettled(
      devices.map(({ page, ...device }) => push.send(device, { title, body, page })),
    );
    const gone = devices.filter((_, index) => {
      const outcome = outcomes[index];
      return outcome?.status === 'fulfilled' && outcome.value === 'gone';
    });
    for (const { endpoint } of gone)
      for (const table of ['push_devices', 'reservation_link_devices'] as const)
        await db.deleteFrom(table).where('endpoint', '=', endpoint).execute();
    for (const [index, outcome] of outcomes.entries()) {
      const { endpoint } = devices[index] ?? {};
      if (outcome.status === 'fulfilled' || !endpoint) continue;
      logger.warn({ reservationId, reason: String(outcome.reason) }, 'a device could not be notified');
      if (outcome.reason instanceof PushRefused) continue;
      if (only) throw outcome.reason;
      await jobs.enqueue({ ...pushQueue, startAfter: pushQueue.retryDelay }, { ...queued, device: hashOf(endpoint) });
    }
  };
}

const hashOf = (endpoint: string) => createHash('sha256').update(endpoint).digest('hex');

/** Where a device is stored: a person's, or that of a reservation, added by whoever has its payer's link. */
function ownerOf({ id, linkedReservationId }: Caller) {
  return linkedReservationId
    ? {
        table: sql`reservation_link_devices`,
        owner: sql`reservation_id`,
        id: linkedReservationId,
        unique: sql`reservation_id, endpoint`,
      }
    : { table: sql`push_devices`, owner: sql`user_id`, id, unique: sql`endpoint` };
}

/**
 * Notifies the caller on this device from now on. A person's device is theirs whoever used it before; a link's is
 * notified of its reservation beside whatever else.
 */
export async function addDevice(
  trx: DatabaseTransaction,
  caller: Caller,
  { endpoint, keys }: PushDevice,
): Promise<Record<never, never>> {
  const { table, owner, id, unique } = ownerOf(caller);
  await sql`
    insert into ${table} (endpoint, ${owner}, p256dh, auth, created_at)
    values (${endpoint}, ${id}, ${keys.p256dh}, ${keys.auth}, ${new Date()})
    on conflict (${unique}) do update set
      ${owner} = excluded.${owner}, p256dh = excluded.p256dh, auth = excluded.auth, created_at = excluded.created_at`.execute(
    trx,
  );
  await sql`
    delete from ${table} where ${owner} = ${id} and endpoint in (
      select endpoint from ${table} where ${owner} = ${id}
      order by created_at desc offset ${MAX_PUSH_DEVICES})`.execute(trx);
  return {};
}

export async function removeDevice(
  trx: DatabaseTransaction,
  caller: Caller,
  endpoint: string,
): Promise<Record<never, never>> {
  const { table, owner, id } = ownerOf(caller);
  await sql`delete from ${table} where endpoint = ${endpoint} and ${owner} = ${id}`.execute(trx);
  return {};
}

export async function isNotified(db: Database, caller: Caller, endpoint: string): Promise<boolean> {
  const { table, owner, id } = ownerOf(caller);
  const { rows } = await sql`select from ${table} where endpoint = ${endpoint} and ${owner} = ${id}`.execute(db);
  return rows.length > 0;
}

type DeviceToNotify = Pick<Selectable<Schema['push_devices']>, 'endpoint' | 'p256dh' | 'auth'> & {
  page: string;
  state: string;
  departs_at: Date;
  cancelled_at: Date | null;
};

/** Each device once. `page`: what a tap opens, without a token, of which the server has a hash. */
async function devicesToNotify(db: Database, reservationId: string): Promise<DeviceToNotify[]> {
  const { rows } = await sql<DeviceToNotify>`
    select distinct on (endpoint) devices.*, reservations.state, trips.departs_at, trips.cancelled_at
    from reservations
    join trips on trips.id = reservations.trip_id
    join users on users.id = reservations.user_id and not users.is_disabled
    cross join lateral (
      select endpoint, p256dh, auth, '/minhasreservas' as page from push_devices where user_id = users.id
      union all
      select endpoint, p256dh, auth, '/reserva' from reservation_link_devices where reservation_id = reservations.id
    ) devices
    where reservations.id = ${reservationId}
    order by endpoint, page`.execute(db);
  return rows;
}
