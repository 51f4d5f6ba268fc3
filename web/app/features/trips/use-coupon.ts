import { readCouponCode } from '@passeio/contract/discounts/coupon-code';
import { enrolmentRoutes } from '@passeio/contract/reservations/enrolment-routes';
import type { ChosenExtra, ReservationQuote } from '@passeio/contract/reservations/quote';
import { depositOf, type PartyEntry } from '@passeio/contract/trips/pricing';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '~/lib/api';
import { explainFailure } from '~/lib/explain-failure';
import { publicApi } from '../session/api';

const NO_CODE = 'Confira o código: são de 5 a 40 letras ou números, sem espaço.';

/** A coupon that was accepted, what it takes off the fares, and the places that are kept for it alone. */
export interface AppliedCoupon {
  code: string;
  discountCents: number;
  places: number;
}

/** What a coupon is asked about. */
export interface CouponQuestion {
  tripId: string;
  party: PartyEntry[];
  extras: ChosenExtra[];
}

/** What a coupon takes off now. Throws what the API refuses. */
export async function quoteCoupon(question: CouponQuestion, coupon: string): Promise<AppliedCoupon> {
  const quote = await publicApi.call(enrolmentRoutes.quote, { body: { ...question, coupon } });
  return { code: coupon, discountCents: quote?.couponCents ?? 0, places: quote?.couponPlaces ?? 0 };
}

/** A quote with what its coupon takes off; extras do not change that. */
export function withCoupon<Quote extends Pick<ReservationQuote, 'totalCents' | 'depositCents'>>(
  quote: Quote,
  coupon: Partial<AppliedCoupon> | undefined,
  depositPercent: number,
): Quote {
  if (!coupon?.discountCents) return quote;
  const totalCents = Math.max(0, quote.totalCents - coupon.discountCents);
  return { ...quote, totalCents, depositCents: depositOf(totalCents, depositPercent) };
}

export type CouponForm = ReturnType<typeof useCoupon>;

/** How the field begins: with a code to ask about, or one that was refused. */
export interface FirstCoupon {
  code?: string | undefined;
  refusal?: string | undefined;
  isOpen?: boolean | undefined;
}

/** The coupon of a choice: what is typed, what was accepted, why not. */
export function useCoupon(question: CouponQuestion, first: FirstCoupon) {
  const [typed, setTyped] = useState(first.code ?? '');
  const [applied, setApplied] = useState<AppliedCoupon>();
  const [refusal, setRefusal] = useState(first.refusal ?? '');
  const [isOpen, setOpen] = useState(Boolean(first.isOpen || first.refusal));
  const [busy, setBusy] = useState(false);
  const [beginsWith, setBeginsWith] = useState(first.refusal ? undefined : first.code);
  const hasBegun = useRef(!beginsWith);

  /** Asks whether a code is accepted; undefined, with the reason at the field, if not. */
  async function apply(text = typed): Promise<AppliedCoupon | undefined> {
    const code = readCouponCode(text);
    if (!code) {
      setBeginsWith(undefined);
      return refuse(NO_CODE);
    }
    setBusy(true);
    try {
      const accepted = await quoteCoupon(question, code);
      setTyped(code);
      setRefusal('');
      setApplied(accepted);
      return accepted;
    } catch (error) {
      return refuse(error instanceof ApiError && !error.isTransient ? error.message : explainFailure(error));
    } finally {
      setBusy(false);
      setBeginsWith(undefined);
    }
  }

  function refuse(sentence: string): undefined {
    setApplied(undefined);
    setOpen(true);
    setRefusal(sentence);
  }

  function remove(): void {
    setApplied(undefined);
    setTyped('');
    setRefusal('');
    setOpen(false);
  }

  function type(text: string): void {
    setTyped(text);
    setRefusal('');
  }

  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    void apply();
  });

  return {
    typed,
    applied,
    refusal,
    isOpen,
    busy,
    /** The code that is asked about without a press. */
    beginsWith,
    /** The code to keep with the party: accepted, or typed and not asked about yet. */
    code: applied?.code ?? (refusal ? undefined : readCouponCode(typed)),
    open: () => setOpen(true),
    type,
    apply,
    refuse,
    remove,
    /** Before reserving: what was typed counts without its button. False if it is refused. */
    settle: async (): Promise<Partial<AppliedCoupon> | false> => {
      if (applied) return applied;
      if (typed.trim() === '') return {};
      return (await apply()) ?? false;
    },
  };
}
