import { readCouponCode } from '@passeio/contract/discounts/coupon-code';
import type { Enrolment } from '@passeio/contract/reservations/reservations';
import type { Trip } from '@passeio/contract/trips/trips';
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

/**
 * Asks how many places a trip keeps for the people of the coupon in its address, where a party wants more than are left
 * for all.
 */
export function useCouponPlaces(
  { id: tripId, placesLeft }: Pick<Trip, 'id' | 'placesLeft'>,
  coupon: string | null | undefined,
  { party, quote }: Pick<PartyForm, 'party' | 'quote'>,
  onPlaces: (places: number) => void,
): void {
  const question = coupon && quote.places > placesLeft ? JSON.stringify(party) : '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the question is the party.
  useEffect(() => {
    if (!coupon || !question) return;
    import('./use-coupon')
      .then(({ quoteCoupon }) => quoteCoupon({ tripId, party, extras: [] }, coupon))
      // Refused for this party, or unanswered: the trip is as it is for all.
      .then(
        ({ places }) => onPlaces(places),
        () => undefined,
      );
  }, [coupon, question, tripId]);
}

interface CouponLinkProps {
  trip: JoinableTrip;
  joining: Joining;
  choice: Enrolment;
  form: Pick<PartyForm, 'blockedReason' | 'soldOutReason'>;
}

/**
 * Reserves with a dialog that asks for a coupon; its code is loaded then. Says which coupon is in the choice already.
 */
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
