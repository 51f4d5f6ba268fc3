// Coupons and rules lower prices when a reservation is made, which keeps its lines. Triggers count uses and budgets of
// coupons.

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
