import { readCouponCode } from '@passeio/contract/discounts/coupon-code';
import type { Enrolment } from '@passeio/contract/reservations/reservations';
import { useEffect, useState, useTransition } from 'react';
import { showAlert } from '~/ui/feedback/alert';
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
  onJoined?: () => void;
}

/** Reserves with a dialog that asks for a coupon; its code is loaded then. Says which coupon is in the choice already. */
export function CouponLink({ trip, joining, choice, form, onJoined }: CouponLinkProps) {
  const [busy, startTransition] = useTransition();
  if (form.blockedReason || form.soldOutReason) return null;
  if (choice?.coupon) {
    return (
      <p className={styles.couponSet} role="status">
        Cupom <strong>{choice.coupon}</strong> será aplicado
      </p>
    );
  }
  async function ask(): Promise<void> {
    const joined = await joining.reserve(trip, choice, true);
    if (typeof joined === 'object') showAlert('error', joined.full);
    if (joined === 'done') onJoined?.();
  }
  return (
    <button
      type="button"
      className={styles.couponLink}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : () => startTransition(ask)}
    >
      Tem um cupom?
    </button>
  );
}
