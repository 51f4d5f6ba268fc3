import { useEffect, useImperativeHandle } from 'react';
import { CouponField } from './coupon-field';
import type { PartyForm } from './party';
import { useCoupon } from './use-coupon';

interface PartyCouponFieldProps {
  tripId: string;
  form: PartyForm;
}

/** The field of a party's coupon, which gives the party's form what it takes off. */
export function PartyCouponField({
  tripId,
  form: { coupon: first, couponField, setCoupon, party, extras, rooms, blockedReason },
}: PartyCouponFieldProps) {
  const question = { tripId, party, extras, rooms };
  const coupon = useCoupon(question, { code: first.code, isOpen: !first.code }, !blockedReason);
  const { code, applied, settle, refuse } = coupon;
  useImperativeHandle(couponField, () => ({ settle, refuse }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form's setter is a new one at each rendering
  useEffect(() => setCoupon({ code, ...applied }), [code, applied]);
  return <CouponField coupon={coupon} />;
}
