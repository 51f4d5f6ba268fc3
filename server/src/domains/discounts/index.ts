export { couponRefusals, findCoupon, type OfferedCoupon, requireCoupon, requireCouponAgain } from './coupons.ts';
