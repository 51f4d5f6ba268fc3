import { route, staffWith } from '../route.ts';
import { couponUses, couponUsesQuery } from './coupon-uses.ts';
import { coupon, couponBatch, couponDraft, couponExport, couponFilters, couponList, madeCoupons } from './coupons.ts';

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
  createBatch: route('POST', '/coupons/batches', {
    access: staffWith('edit_trips', 'see_money'),
    summary: 'Make up to 1,000 coupons that differ in their codes only',
    body: couponBatch,
    answer: madeCoupons,
    status: 201,
    once: true,
  }),
  export: route('GET', '/coupons/export', {
    access: staffWith('edit_trips', 'see_money'),
    summary: 'Coupons with their links as a CSV file',
    query: couponExport,
  }),
  listUses: route('GET', '/coupons/:couponId/uses', {
    access: staffWith('edit_trips', 'see_money'),
    summary: 'A coupon and the reservations with it, the newest first',
    query: couponUsesQuery,
    answer: couponUses,
  }),
  exportUses: route('GET', '/coupons/:couponId/uses/export', {
    access: staffWith('edit_trips', 'see_money'),
    summary: 'The reservations with a coupon as a CSV file',
  }),
};
