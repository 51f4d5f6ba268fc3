import { useEffect, useState } from 'react';
import { FALLBACK_MESSAGE } from '~/lib/explain-failure';
import { showAlert } from '~/ui/feedback/alert';
import styles from './booking.module.css';
import type { PartyForm } from './party';

interface PartyCouponProps {
  tripId: string;
  form: PartyForm;
}

/**
 * The coupon of a party: a quiet link, whose press loads the field; with a code from the page's address, or from before
 * signing in, the field loads by itself.
 */
export function PartyCoupon({ tripId, form }: PartyCouponProps) {
  const [field, setField] = useState<typeof import('./party-coupon-field')>();
  const { coupon, soldOutReason } = form;
  const isKnown = coupon.code !== undefined;

  async function load(): Promise<void> {
    try {
      setField(await import('./party-coupon-field'));
    } catch (error) {
      console.warn('The coupon could not be loaded', error);
      showAlert('error', FALLBACK_MESSAGE);
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once
  useEffect(() => {
    if (isKnown) void load();
  }, [isKnown]);

  // Nobody takes a coupon to the waiting list; the field of a known one says whether it has places.
  if (field) {
    return (
      <div hidden={soldOutReason !== undefined}>
        <field.PartyCouponField {...{ tripId, form }} />
      </div>
    );
  }
  if (isKnown || soldOutReason) return null;
  return (
    <button type="button" className={styles.coupon} onClick={() => void load()}>
      Tem um cupom?
    </button>
  );
}
