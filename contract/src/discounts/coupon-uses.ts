import { growing, id, instant } from '../fields.ts';
import { pageInfo, pageNumber, pageSize } from '../pages.ts';
import { reservationStateKeys } from '../reservation-states.ts';
import { z } from '../zod.ts';
import { coupon } from './coupons.ts';

/** A reservation with a coupon. `isEnded`: it counts for the coupon no longer. */
const couponUse = z.object({
  reservationId: id,
  code: z.string(),
  payerName: z.string(),
  trip: z.object({ id, title: z.string(), date: instant }),
  state: growing(reservationStateKeys),
  isEnded: z.boolean(),
  discountCents: z.int(),
  createdAt: instant,
});
export type CouponUse = z.infer<typeof couponUse>;

export const couponUsesQuery = z.object({ page: pageNumber.default(1), size: pageSize.default(50) });

/** The reservations with a coupon, the newest first. */
export const couponUses = z.object({ coupon, data: z.array(couponUse), page: pageInfo });
export type CouponUses = z.infer<typeof couponUses>;
