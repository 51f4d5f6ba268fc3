export { couponRefusals, findCoupon, type OfferedCoupon, requireCoupon, requireCouponAgain } from './coupons.ts';
export { nextRuleChange, readRulesInForce, rulesInForce, rulesOfTrip } from './discount-rules.ts';
