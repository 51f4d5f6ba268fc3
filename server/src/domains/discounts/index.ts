export { type Allotment, type AllotmentKeeper, ownPlacesOf } from './allotments.ts';
export {
  type CouponValue,
  couponOf,
  couponRefusals,
  findCoupon,
  type OfferedCoupon,
  offeredCoupon,
  requireCoupon,
  requireCouponAgain,
} from './coupons.ts';
export { nextRuleChange, readRulesInForce, rulesInForce, rulesOfTrip } from './discount-rules.ts';
