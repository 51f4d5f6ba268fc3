import { readCouponCode } from '@passeio/contract/discounts/coupon-code';
import type { Enrolment } from '@passeio/contract/reservations/reservations';
import { useEffect, useState } from 'react';
import styles from './booking.module.css';
import type { JoinableTrip, Joining } from './join-button';
import type { PartyForm } from './party';

/** A choice with the coupon of the page's address (`?cupom=`), once the page is hydrated; a cached page knows none. */
export function useLinkedCoupon(choice: Enrolment): Enrolment {
  const [coupon, setCoupon] = useState<string>();
  useEffect(() => setCoupon(readCouponCode(new URLSearchParams(window.location.search).get('cupom') ?? '')), []);
  return coupon ? { ...choice, coupon } : choice;
}

interface CouponLinkProps {
  trip: JoinableTrip;
  joining: Joining;
  choice: Enrolment;
  form: Pick<PartyForm, 'blockedReason' | 'soldOutReason'>;
}

/** Reserves with a dialog that asks for a coupon; its code is loaded then. Says which coupon is in the choice already. */
export function CouponLink({ trip, joining, choice, form }: CouponLinkProps) {
  if (form.blockedReason || form.soldOutReason) return null;
  return choice?.coupon ? (
    <p className={styles.coupon}>
      Cupom <strong>{choice.coupon}</strong> será aplicado
    </p>
  ) : (
    <button type="button" className={styles.coupon} onClick={() => void joining.reserve(trip, choice, true)}>
      Tem um cupom?
    </button>
  );
}
