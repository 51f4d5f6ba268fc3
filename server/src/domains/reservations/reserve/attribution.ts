import type { StaffBooking } from '@passeio/contract/boarding/passengers';
import { readSellerCode } from '@passeio/contract/seller-code';
import type { SellerWay } from '@passeio/contract/sellers/sellers';
import { type Came, readTouches, type Touches } from '@passeio/contract/sources';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import type { CommissionRule } from '../../../platform/database/schema/schema.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { OfferedCoupon } from '../../discounts/index.ts';

/** Who sold a reservation, how it came to them, and what they earn by the rule of now. */
interface Sold {
  id: string;
  code: string;
  way: SellerWay;
  rule: CommissionRule | null;
  /** Places that are set aside for them and left, where the reservation takes none of its coupon's. */
  ownPlaces: number;
}

/** What brought a reservation: its coupon, who sold it, and how its client came. */
export interface Attribution {
  coupon?: OfferedCoupon | undefined;
  sold?: Sold | undefined;
  touches?: Touches | undefined;
}

interface Trace extends Pick<Attribution, 'coupon'> {
  tripId: string;
  /** The seller who makes it. */
  soldBy?: string | undefined;
  /** Who staff says sold it. */
  booking?: Pick<StaffBooking, 'sellerId'>;
  /** What the client's device remembers. A seller's says nothing of how the client came. */
  came?: Came | null | undefined;
  now?: Date;
}

/**
 * What brings what is reserved now. A named seller counts, else that of the coupon, else that of the link; one who is
 * not active is nobody. Throws SELLER_NOT_FOUND for a named one.
 */
export async function attributionOf(db: Database, trace: Trace): Promise<Attribution> {
  const { coupon, soldBy, came, now } = trace;
  const sold = await soldByWhom(db, trace);
  const touches = now && soldBy === undefined ? readTouches(came?.touches, now.getTime()) : undefined;
  return { coupon, sold, touches };
}

async function soldByWhom(db: Database, { tripId, soldBy, booking, coupon, came }: Trace): Promise<Sold | undefined> {
  const named = soldBy ?? booking?.sellerId ?? undefined;
  const linkCode = came?.seller ? (readSellerCode(came.seller) ?? null) : null;
  const ofCoupon = coupon?.seller_id ?? null;
  if (!(named || ofCoupon || linkCode)) return undefined;
  const id = named ?? ofCoupon;
  const { rows } = await sql<Omit<Sold, 'way'>>`
    select id, code, commission_rule_of(id, ${tripId}::uuid, now()) as rule,
      left_of_seller(${tripId}::uuid, id, ${coupon?.id ?? null}::uuid) as "ownPlaces"
    from sellers where is_active and (id = ${id}::uuid or code = ${named ? null : linkCode}::text)
    order by id = ${id}::uuid desc nulls last limit 1`.execute(db);
  const [found] = rows;
  if (named && !found) throw new AppError('SELLER_NOT_FOUND');
  if (!found) return undefined;
  const byLink = found.id === ofCoupon ? 'coupon' : 'link';
  return { ...found, way: soldBy ? 'seller' : named ? 'staff' : byLink };
}

/** What a reservation keeps of it. */
export const attributionColumns = ({ coupon, sold, touches }: Attribution) => ({
  ...(coupon && { coupon_id: coupon.id }),
  ...(sold && { seller_id: sold.id, seller_way: sold.way, commission_rule: sold.rule }),
  ...(touches && { first_touch: touches.first, last_touch: touches.last }),
});

/** What its audit entry says of who sold it. */
export const attributionChanges = ({ sold }: Attribution): Record<string, [unknown, unknown]> =>
  sold ? { seller: [null, sold.code], sellerWay: [null, sold.way] } : {};

/** Places that may be set aside for who reserves. */
export const ownOf = ({ coupon, sold }: Attribution): number => (coupon?.ownPlaces ?? 0) + (sold?.ownPlaces ?? 0);
