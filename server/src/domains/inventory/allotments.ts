import { randomUUIDv7 } from 'node:crypto';
import { plural } from '@passeio/contract/words';
import { type RawBuilder, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/http/errors.ts';
import { type Allotment, type AllotmentKeeper, ownPlacesOf } from '../discounts/index.ts';
import { lockTrip } from '../trips/index.ts';

/** {@link ownPlacesOf} a reservation, or of one that moves to a trip, which is locked. */
export async function ownPlaces(
  trx: Database,
  { trip_id, coupon_id, seller_id }: { trip_id: string; coupon_id: string | null; seller_id: string | null },
): Promise<number> {
  if (coupon_id === null && seller_id === null) return 0;
  const ofCoupon = coupon_id === null ? sql<number>`0` : ownPlacesOf(trip_id, coupon_id);
  const own = sql<number>`${ofCoupon} + left_of_seller(${trip_id}, ${seller_id}, ${coupon_id})`;
  const { left } = await trx.selectNoFrom(own.as('left')).executeTakeFirstOrThrow();
  return left;
}

/** Keeps places of trips for coupons. Waiting lists get what comes free with their next run. */
export const allotmentKeeper: AllotmentKeeper = {
  async lockTrips(trx, couponId, tripIds) {
    const open = await openAllotments(trx, couponId).execute();
    const all = new Set([...tripIds, ...open.map(({ trip_id }) => trip_id)]);
    for (const id of [...all].sort()) await lockTrip(trx, id);
  },

  async setAside(trx, couponId, allotment) {
    const ends = await openAllotments(trx, couponId).execute();
    const tripIds = allotment?.tripIds ?? [];
    for (const { id, trip_id } of ends) if (!tripIds.includes(trip_id)) await endAllotment(trx, id);
    const own = (tripId: string) => ownPlacesOf(tripId, couponId);
    for (const tripId of tripIds)
      if (allotment)
        await setAsideOfTrip(trx, { ...allotment, owner: { coupon_id: couponId }, tripId, own: own(tripId) });
  },
};

const openAllotments = (db: Database, couponId: string) =>
  db.selectFrom('allotments').select(['id', 'trip_id']).where('coupon_id', '=', couponId).where('ended_at', 'is', null);

/**
 * Sets places of a trip aside for a seller, those that their reservations have taken included; 0 ends it. Returns the
 * trip's title and how many it were before. Throws TRIP_NOT_FOUND or ALLOTMENT_SHORT.
 */
export async function setAsideForSeller(
  trx: DatabaseTransaction,
  sellerId: string,
  { tripId, places, until }: { tripId: string; places: number; until: Date | null },
): Promise<{ title: string; before: number }> {
  const trip = await lockTrip(trx, tripId);
  if (!trip) throw new AppError('TRIP_NOT_FOUND');
  const open = await trx
    .selectFrom('allotments')
    .select(['id', 'places'])
    .where('seller_id', '=', sellerId)
    .where('trip_id', '=', tripId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  const own = sql<number>`left_of_seller(${tripId}, ${sellerId}, null)`;
  if (places > 0) await setAsideOfTrip(trx, { owner: { seller_id: sellerId }, tripId, places, until, own });
  else if (open) await endAllotment(trx, open.id);
  return { title: trip.title, before: open?.places ?? 0 };
}

interface OwnAllotment extends Omit<Allotment, 'tripIds'> {
  owner: { coupon_id: string } | { seller_id: string };
  tripId: string;
  /** What is left of it. */
  own: RawBuilder<number>;
}

async function setAsideOfTrip(
  trx: DatabaseTransaction,
  { owner, tripId, places, until, own: ownLeft }: OwnAllotment,
): Promise<void> {
  const [column, ownerId] =
    'coupon_id' in owner ? ['coupon_id' as const, owner.coupon_id] : ['seller_id' as const, owner.seller_id];
  const trip = await lockTrip(trx, tripId);
  if (!trip) throw new AppError('TRIP_NOT_FOUND');
  const endsAt = until && until < trip.departs_at ? until : trip.departs_at;
  if (endsAt <= new Date()) return;
  const { own, taken } = await trx
    .selectNoFrom((eb) => [
      ownLeft.as('own'),
      eb
        .selectFrom('reservations')
        .select(({ fn }) => fn.coalesce(fn.sum<number>('places'), eb.lit(0)).as('places'))
        .where(column, '=', ownerId)
        .where('trip_id', '=', tripId)
        .where('is_active', '=', true)
        .as('taken'),
    ])
    .executeTakeFirstOrThrow();
  const most = Number(taken) + own + (trip.is_for_waiting ? 0 : trip.places_left);
  if (places > most && places > Number(taken)) {
    const words = most <= 0 ? 'não há vagas livres' : `dá para guardar no máximo ${plural(most, 'vaga')}`;
    throw new AppError('ALLOTMENT_SHORT', { placesSetAside: `${trip.title}: ${words}.` });
  }
  const values = { places, ends_at: endsAt.toISOString() };
  await trx
    .insertInto('allotments')
    .values({ id: randomUUIDv7(), ...owner, trip_id: tripId, ...values })
    .onConflict((known) => known.columns([column, 'trip_id']).where('ended_at', 'is', null).doUpdateSet(values))
    .execute();
}

/** Ends the allotments whose time is over. Returns of which trips. */
export async function endDueAllotments(db: Database): Promise<string[]> {
  const due = await db
    .selectFrom('allotments')
    .select(['id', 'trip_id'])
    .where('ended_at', 'is', null)
    .where('ends_at', '<=', sql<Date>`now()`)
    .limit(1_000)
    .execute();
  for (const { id, trip_id } of due)
    await inTransaction(db, async (trx) => {
      await lockTrip(trx, trip_id);
      await endAllotment(trx, id);
    });
  return due.map(({ trip_id }) => trip_id);
}

/** When places that are set aside come free. */
export const allotmentMoments = sql`select ends_at as at from allotments where ended_at is null`;

async function endAllotment(trx: DatabaseTransaction, id: string): Promise<void> {
  const ended = { ended_at: new Date().toISOString() };
  await trx.updateTable('allotments').set(ended).where('id', '=', id).where('ended_at', 'is', null).execute();
}
