import { aloneIn } from '@passeio/contract/boarding/arrange-rooms';
import { formatDay } from '@passeio/contract/format-moments';
import { roomCents } from '@passeio/contract/room-rules';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { enqueueEmails } from '../../messages/index.ts';
import { FREE_CANCELLATION_DAYS, makeSingle, readRoomOffer } from '../../reservations/index.ts';
import { lockTrip } from '../../trips/index.ts';
import { findPerson } from '../../users/index.ts';
import { type RoomedGuest, readRooming } from './trip-rooms.ts';

const DAYS_OF_WARNING = 7;
const MORNING = '09:00';
const DAY_MS = 86_400_000;

interface DecidingDeps {
  db: Database;
  jobs: Pick<Jobs, 'enqueueAll'>;
}

/**
 * Notifies people who share a room with nobody a week before the day that their trip names, and makes the room a single
 * on that day, a day after the notice at the earliest.
 */
export async function decideShares(
  { db, jobs }: DecidingDeps,
  { signal }: { signal?: AbortSignal } = {},
): Promise<void> {
  for (const tripId of await dueTrips(db)) {
    if (signal?.aborted) return;
    await inTransaction(db, (trx) => decideTrip(trx, jobs, tripId));
  }
}

const hasShares = sql`has_rooms and share_decision_days is not null and cancelled_at is null and archived_at is null
  and exists (
    select from reservation_rooms room join reservations r on r.id = room.reservation_id
    where r.trip_id = trips.id and r.is_active and room.share is not null)`;

/** When people who share a room with nobody are notified, and their rooms become singles. */
export const shareMoments = sql`
  select at from (
    select (departs_at at time zone time_zone)::date - share_decision_days + time ${sql.lit(MORNING)} as morning, time_zone
    from trips cross join operator where departs_at > now() and ${hasShares}
  ) decided cross join lateral (values
    (morning at time zone time_zone - make_interval(hours => 24 * ${sql.lit(DAYS_OF_WARNING)})),
    (morning at time zone time_zone)
  ) as day (at) where at > now() - interval '10 minutes'
  union all
  select warned_at + interval '24 hours' from reservation_rooms
  where share is not null and warned_at > now() - interval '24 hours 10 minutes'`;

async function dueTrips(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from trips
    where departs_at > now() and departs_at <= now() + make_interval(days => share_decision_days + ${DAYS_OF_WARNING + 1})
      and ${hasShares}
    order by random()`.execute(db);
  return rows.map(({ id }) => id);
}

async function decideTrip(trx: DatabaseTransaction, jobs: DecidingDeps['jobs'], tripId: string): Promise<void> {
  const trip = await lockTrip(trx, tripId);
  if (!trip || trip.share_decision_days === null) return;
  const { arranged, timeZone } = await readRooming(trx, tripId);
  const departure = Temporal.Instant.from(trip.departs_at.toISOString()).toZonedDateTimeISO(timeZone);
  const day = departure.toPlainDate().subtract({ days: trip.share_decision_days });
  const decided = day.toZonedDateTime({ timeZone, plainTime: MORNING }).epochMilliseconds;
  const now = Date.now();
  if (now < decided - DAYS_OF_WARNING * DAY_MS) return;
  const alone = await withWarning(trx, aloneIn(arranged) as RoomedGuest[]);
  await forgetWarnings(
    trx,
    tripId,
    alone.map(({ stayId }) => stayId),
  );
  const { types, nights } = await readRoomOffer(trx, trip, timeZone);
  for (const { reservationId, stayId, roomTypeId, warnedAt } of alone) {
    const type = types.find(({ id }) => id === roomTypeId);
    if (!type || !stayId) continue;
    const payer = await payerOf(trx, reservationId);
    if (!warnedAt) {
      const supplementCents =
        roomCents(type, { people: 1 }, nights) - roomCents(type, { people: 1, share: 'any' }, nights);
      await trx.updateTable('reservation_rooms').set({ warned_at: new Date() }).where('id', '=', stayId).execute();
      const deadline = formatDay((now < decided ? day : day.add({ days: 1 })).toString());
      const about = { reservationId, room: type.label, deadline, supplementCents };
      if (payer) await enqueueEmails(jobs, [{ kind: 'shareAlone', to: payer, about }], trx);
    } else if (now >= decided && warnedAt.getTime() <= now - DAY_MS) {
      const supplementCents = await makeSingle(trx, reservationId, stayId);
      if (supplementCents === undefined || !payer) continue;
      const last = Temporal.Now.zonedDateTimeISO(timeZone).toPlainDate().add({ days: FREE_CANCELLATION_DAYS });
      const about = { reservationId, room: type.label, deadline: formatDay(last.toString()), supplementCents };
      await enqueueEmails(jobs, [{ kind: 'shareBecameSingle', to: payer, about }], trx);
    }
  }
}

// Requests of trips on request become no singles: nobody has answered them.
async function withWarning(trx: DatabaseTransaction, guests: readonly RoomedGuest[]) {
  const ids = guests.flatMap(({ stayId }) => stayId ?? []);
  if (ids.length === 0) return [];
  const rows = await trx
    .selectFrom('reservation_rooms as room')
    .innerJoin('reservations as r', 'r.id', 'room.reservation_id')
    .select(['room.id', 'room.warned_at'])
    .where('room.id', 'in', ids)
    .where('r.state', 'in', ['held', 'booked'])
    .execute();
  return rows.flatMap(({ id, warned_at: warnedAt }) => {
    const guest = guests.find(({ stayId }) => stayId === id);
    return guest ? [{ ...guest, warnedAt }] : [];
  });
}

// Who has found somebody is notified again where they leave.
async function forgetWarnings(trx: DatabaseTransaction, tripId: string, alone: (string | null)[]): Promise<void> {
  await sql`
    update reservation_rooms room set warned_at = null from reservations r
    where r.id = room.reservation_id and r.trip_id = ${tripId} and room.warned_at is not null
      and room.id <> all (${alone.filter((id) => id !== null)}::uuid[])`.execute(trx);
}

async function payerOf(trx: DatabaseTransaction, reservationId: string): Promise<string | null> {
  const { user_id } = await trx
    .selectFrom('reservations')
    .select('user_id')
    .where('id', '=', reservationId)
    .executeTakeFirstOrThrow();
  return (await findPerson(trx, user_id))?.email ?? null;
}
