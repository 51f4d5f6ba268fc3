import { route, staffWith } from '../route.ts';
import { coupon, couponDraft, couponFilters, couponList } from './coupons.ts';

/** Coupons, for staff who sets prices. */
export const couponRoutes = {
  list: route('GET', '/coupons', {
    access: staffWith('edit_trips', 'see_money'),
    summary: 'Coupons with their uses, the newest first',
    query: couponFilters,
    answer: couponList,
  }),
  create: route('POST', '/coupons', {
    access: staffWith('edit_trips', 'see_money'),
    summary: 'Make a coupon',
    body: couponDraft,
    answer: coupon,
    status: 201,
    once: true,
  }),
  change: route('PUT', '/coupons/:couponId', {
    access: staffWith('edit_trips', 'see_money'),
    summary: 'Change a coupon; reservations that used it keep their discount',
    body: couponDraft,
    answer: coupon,
  }),
};
