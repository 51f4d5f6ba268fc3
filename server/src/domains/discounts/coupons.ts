import { randomUUIDv7 } from 'node:crypto';
import type { ErrorCode } from '@passeio/contract/api/errors';
import { couponPagePath } from '@passeio/contract/discounts/coupon-field';
import type { CouponRule } from '@passeio/contract/discounts/coupon-lines';
import type { Coupon, CouponDraft, couponExport, couponFilters, couponList } from '@passeio/contract/discounts/coupons';
import type { z } from '@passeio/contract/zod';
import { type Insertable, type Selectable, sql } from 'kysely';
import { type Actor, changesBetween, recordAudit } from '../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { mapConstraintErrors } from '../../platform/database/constraints.ts';
import { countUpToLimit } from '../../platform/database/count.ts';
import type { Schema } from '../../platform/database/schema/schema.ts';
import { AppError } from '../../platform/http/errors.ts';
import { type Allotment, type AllotmentKeeper, ownPlacesOf } from './allotments.ts';

type CouponRow = Selectable<Schema['coupons']>;

/** What the database refuses of a coupon that is used, and what that means for a client. */
export const couponRefusals: Record<string, ErrorCode> = {
  coupons_uses_within_limit: 'COUPON_USED_UP',
  coupons_discount_within_budget: 'COUPON_USED_UP',
  coupons_uses_per_client: 'COUPON_USED_BY_YOU',
};

/** What the database refuses of a draft. */
export const draftRefusals: Record<string, ErrorCode> = {
  coupons_seller_id_fkey: 'SELLER_NOT_FOUND',
  coupons_code_key: 'COUPON_CODE_TAKEN',
  coupons_uses_within_limit: 'COUPON_LIMIT_TAKEN',
  coupons_discount_within_budget: 'COUPON_LIMIT_TAKEN',
};

/**
 * A coupon with what its client has done: for nobody in particular, nothing. `ownPlaces`: of the trip, set aside for it
 * and not taken.
 */
export type OfferedCoupon = CouponRow & {
  rule: CouponRule;
  usesOfClient: number;
  hasReserved: boolean;
  ownPlaces: number;
};

/** As a value of a query has it. */
export type CouponValue = Omit<CouponRow, CouponMoment | 'created_at'> &
  Pick<OfferedCoupon, 'usesOfClient' | 'hasReserved' | 'ownPlaces'> &
  Record<CouponMoment, string | null> & { created_at: string };

type CouponMoment = 'valid_from' | 'valid_until' | 'set_aside_until';

/** The coupon of a code, in capitals, with what a client has done, as a value of a query; null without one. */
export function couponOf(code: string | null, clientId: string | null, tripId: string) {
  const ofClient = sql`r.user_id = ${clientId}::uuid`;
  return sql<CouponValue | null>`(
    select to_jsonb(c) || jsonb_build_object(
      'usesOfClient', (select count(*) from reservations r where r.coupon_id = c.id and ${ofClient} and r.is_active),
      'hasReserved', exists (
        select from reservations r where ${ofClient} and (r.is_active or r.received_cents > 0)),
      'ownPlaces', case when c.places_set_aside is null then 0 else ${ownPlacesOf(sql`${tripId}::uuid`, sql`c.id`)} end)
    from coupons c where c.code = ${code}::text)`;
}

/** What {@link couponOf} has found. Throws COUPON_UNKNOWN. */
export function offeredCoupon(found: CouponValue | null): OfferedCoupon {
  if (!found) throw new AppError('COUPON_UNKNOWN');
  const {
    id,
    code,
    effect,
    value,
    fare_labels: fareLabels,
    valid_from,
    valid_until,
    set_aside_until,
    created_at,
  } = found;
  return {
    ...found,
    valid_from: valid_from === null ? null : new Date(valid_from),
    valid_until: valid_until === null ? null : new Date(valid_until),
    set_aside_until: set_aside_until === null ? null : new Date(set_aside_until),
    created_at: new Date(created_at),
    rule: { id, code, effect, value, fareLabels },
  };
}

/** The coupon of a code, in capitals, for a client and a trip. Throws COUPON_UNKNOWN. */
export async function findCoupon(
  db: Database,
  code: string,
  { tripId, clientId }: { tripId: string; clientId: string | null },
): Promise<OfferedCoupon> {
  const { coupon } = await db.selectNoFrom(couponOf(code, clientId, tripId).as('coupon')).executeTakeFirstOrThrow();
  return offeredCoupon(coupon);
}

/** What a coupon is checked against. `fullCents`: the total without it; `discountCents`: what it takes off. */
interface CouponUse {
  tripId: string;
  people: number;
  fullCents: number;
  discountCents: number;
  now: Date;
}

/** Checks that a coupon may be used; the database checks its limits again as it is. */
export function requireCoupon(coupon: OfferedCoupon, use: CouponUse): void {
  const { valid_from, valid_until, trip_ids, max_uses, max_discount_cents, max_uses_per_client } = coupon;
  const isValid = coupon.is_active && (!valid_from || valid_from <= use.now) && (!valid_until || use.now < valid_until);
  if (!isValid) throw new AppError('COUPON_ENDED');
  if (trip_ids.length > 0 && !trip_ids.includes(use.tripId)) throw new AppError('COUPON_OTHER_TRIP');
  if (coupon.first_only && coupon.hasReserved) throw new AppError('COUPON_FIRST_ONLY');
  if (max_uses_per_client !== null && coupon.usesOfClient >= max_uses_per_client)
    throw new AppError('COUPON_USED_BY_YOU');
  if (use.people < coupon.min_people || use.fullCents < coupon.min_total_cents)
    throw new AppError('COUPON_BELOW_MINIMUM');
  if (use.discountCents === 0) throw new AppError('COUPON_OTHER_FARES');
  const isUsedUp = max_uses !== null && coupon.uses >= max_uses;
  const isOverBudget = max_discount_cents !== null && coupon.discounted_cents + use.discountCents > max_discount_cents;
  if (isUsedUp || isOverBudget) throw new AppError('COUPON_USED_UP');
}

/** Checks that an ended reservation may use its coupon again. Throws COUPON_USED_UP or COUPON_USED_BY_YOU. */
export async function requireCouponAgain(trx: DatabaseTransaction, reservationId: string): Promise<void> {
  const { rows } = await sql<{ isUsedUp: boolean; isUsedByClient: boolean }>`
    select coalesce(c.uses + 1 > c.max_uses or c.discounted_cents - coalesce((
          select sum(quantity * unit_cents) from reservation_lines
          where reservation_id = r.id and source_id = c.id and ended_at is null), 0) > c.max_discount_cents, false)
        as "isUsedUp",
      coalesce((select count(*) from reservations o
          where o.coupon_id = c.id and o.user_id = r.user_id and o.is_active) >= c.max_uses_per_client, false)
        as "isUsedByClient"
    from reservations r join coupons c on c.id = r.coupon_id where r.id = ${reservationId}
    for update of c`.execute(trx);
  if (rows[0]?.isUsedUp) throw new AppError('COUPON_USED_UP');
  if (rows[0]?.isUsedByClient) throw new AppError('COUPON_USED_BY_YOU');
}

/** Coupons whose code or tag begins with `q`, and with this tag. */
export function couponsFound(db: Database, { q, tag }: z.output<typeof couponExport>) {
  return db
    .selectFrom('coupons')
    .$if(Boolean(q), (query) =>
      query.where((eb) =>
        eb.or([sql<boolean>`starts_with(code, upper(${q}))`, sql<boolean>`starts_with(lower(tag), lower(${q}))`]),
      ),
    )
    .$if(tag !== undefined, (query) => query.where('tag', '=', tag ?? ''));
}

/** Coupons, the newest first. */
export async function readCoupons(
  db: Database,
  { page, size, ...filters }: z.output<typeof couponFilters>,
): Promise<z.input<typeof couponList>> {
  const found = couponsFound(db, filters);
  const [rows, count] = await Promise.all([
    found
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
    countUpToLimit(db, found),
  ]);
  return { data: await presentCoupons(db, rows), page: { number: page, size, ...count } };
}

export async function createCoupon(
  trx: DatabaseTransaction,
  actor: Actor,
  keeper: AllotmentKeeper,
  draft: CouponDraft,
): Promise<Coupon> {
  const row = await mapConstraintErrors(draftRefusals, () =>
    trx
      .insertInto('coupons')
      .values({ id: randomUUIDv7(), code: draft.code, ...columnsOf(draft), ...setAsideOf(draft) })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
  await keeper.setAside(trx, row.id, allotmentOf(row));
  await recordAudit(trx, actor, { action: 'coupon.created', subject: subjectOf(row) });
  return presentOne(trx, row);
}

/** Replaces a coupon; who has used it keeps the discount and the places. */
export async function changeCoupon(
  trx: DatabaseTransaction,
  actor: Actor,
  keeper: AllotmentKeeper,
  { id, draft }: { id: string; draft: CouponDraft },
): Promise<Coupon> {
  await keeper.lockTrips(trx, id, draft.placesSetAside === null ? [] : draft.tripIds);
  const before = await trx.selectFrom('coupons').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!before) throw new AppError('COUPON_NOT_FOUND');
  const after = await mapConstraintErrors(draftRefusals, () =>
    trx
      .updateTable('coupons')
      .set({ code: draft.code, ...columnsOf(draft), ...setAsideOf(draft) })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
  await keeper.setAside(trx, id, allotmentOf(after));
  const changes = changesBetween(factsOf(before), factsOf(after));
  if (Object.keys(changes).length > 0)
    await recordAudit(trx, actor, { action: 'coupon.changed', subject: subjectOf(after), changes });
  return presentOne(trx, after);
}

/** What is stored of a draft, whatever its code. */
export function columnsOf(
  draft: Omit<CouponDraft, 'code' | 'placesSetAside' | 'setAsideUntil'>,
): Omit<Insertable<Schema['coupons']>, 'id' | 'code'> {
  return {
    tag: draft.tag,
    effect: draft.effect,
    value: draft.value,
    valid_from: draft.validFrom,
    valid_until: draft.validUntil,
    trip_ids: draft.tripIds.map((id) => id.toLowerCase()),
    fare_labels: draft.fareLabels,
    max_uses: draft.maxUses,
    // The database refuses the second of two first reservations at once by this.
    max_uses_per_client: draft.firstOnly ? 1 : draft.maxUsesPerClient,
    max_discount_cents: draft.maxDiscountCents,
    min_people: draft.minPeople,
    min_total_cents: draft.minTotalCents,
    first_only: draft.firstOnly,
    is_active: draft.isActive,
    ...(draft.sellerId !== undefined && { seller_id: draft.sellerId }),
  };
}

const setAsideOf = ({ placesSetAside, setAsideUntil }: Pick<CouponDraft, 'placesSetAside' | 'setAsideUntil'>) => ({
  places_set_aside: placesSetAside,
  set_aside_until: placesSetAside === null ? null : setAsideUntil,
});

// A coupon that has ended keeps no places.
function allotmentOf({
  is_active,
  valid_until,
  set_aside_until,
  places_set_aside,
  trip_ids,
}: CouponRow): Allotment | null {
  if (places_set_aside === null || !is_active) return null;
  const [until = null] = [valid_until, set_aside_until].flatMap((at) => at ?? []).sort((a, b) => Number(a) - Number(b));
  return { tripIds: trip_ids, places: places_set_aside, until };
}

/** As staff sees them. The link of a coupon of one trip leads there. */
export async function presentCoupons(db: Database, rows: readonly CouponRow[]): Promise<Coupon[]> {
  const onlyTrips = rows.flatMap(({ trip_ids: [only, ...others] }) => (only && others.length === 0 ? [only] : []));
  const trips =
    onlyTrips.length > 0
      ? await db.selectFrom('trips').select(['id', 'slug']).where('id', 'in', onlyTrips).execute()
      : [];
  return rows.map((row) => {
    const slug = row.trip_ids.length === 1 ? trips.find(({ id }) => id === row.trip_ids[0])?.slug : undefined;
    return { ...presentFacts(row), pagePath: couponPagePath(row.code, slug) };
  });
}

async function presentOne(db: Database, row: CouponRow): Promise<Coupon> {
  const [coupon] = await presentCoupons(db, [row]);
  if (!coupon) throw new AppError('COUPON_NOT_FOUND');
  return coupon;
}

function presentFacts(row: CouponRow): Omit<Coupon, 'pagePath'> {
  return {
    id: row.id,
    code: row.code,
    tag: row.tag,
    effect: row.effect,
    value: row.value,
    validFrom: row.valid_from?.toISOString() ?? null,
    validUntil: row.valid_until?.toISOString() ?? null,
    tripIds: row.trip_ids,
    fareLabels: row.fare_labels,
    maxUses: row.max_uses,
    maxUsesPerClient: row.max_uses_per_client,
    maxDiscountCents: row.max_discount_cents,
    minPeople: row.min_people,
    minTotalCents: row.min_total_cents,
    firstOnly: row.first_only,
    isActive: row.is_active,
    sellerId: row.seller_id,
    placesSetAside: row.places_set_aside,
    setAsideUntil: row.set_aside_until?.toISOString() ?? null,
    uses: row.uses,
    discountedCents: row.discounted_cents,
    createdAt: row.created_at.toISOString(),
  };
}

// As the audit log keeps them.
function factsOf(row: CouponRow) {
  const {
    id: _,
    uses: _uses,
    discountedCents: _cents,
    createdAt: _at,
    tripIds,
    fareLabels,
    ...facts
  } = presentFacts(row);
  return { ...facts, trips: tripIds.length, fareLabels: fareLabels.join(', ') };
}

export const subjectOf = ({ id, code }: Pick<CouponRow, 'id' | 'code'>) =>
  ({ type: 'coupon', id, label: code }) as const;
