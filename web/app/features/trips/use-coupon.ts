import { readCouponCode } from '@passeio/contract/discounts/coupon-code';
import { enrolmentRoutes } from '@passeio/contract/reservations/enrolment-routes';
import type { ChosenExtra } from '@passeio/contract/reservations/quote';
import type { ChosenRoom } from '@passeio/contract/room-rules';
import type { Came } from '@passeio/contract/sources';
import type { PartyEntry } from '@passeio/contract/trips/pricing';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '~/lib/api';
import { explainFailure } from '~/lib/explain-failure';
import { api } from '../session/api';
import { readCame } from '../session/remembered/touches';
import type { AppliedCoupon } from './party';

const NO_CODE = 'Confira o código: são de 5 a 40 letras ou números, sem espaço.';
/** Debounce after the party or its extras changed, in milliseconds. */
const REST_MS = 300;

/** Places of a departure that are set aside for who brought the visitor, and left. */
export interface KeptPlaces {
  by: Pick<Came, 'seller'>;
  places: number;
}

/** What a coupon is asked about. */
export interface CouponQuestion {
  tripId: string;
  party: PartyEntry[];
  extras: ChosenExtra[];
  rooms?: ChosenRoom[] | undefined;
}

/** What a coupon takes off now. Throws what the API refuses. */
async function quoteCoupon(question: CouponQuestion, coupon: string): Promise<AppliedCoupon> {
  const body = { ...question, coupon, seller: readCame()?.seller };
  const { couponCents = 0, couponPlaces = 0 } = await api.call(enrolmentRoutes.quote, { body, session: 'none' });
  return { code: coupon, discountCents: couponCents, places: couponPlaces };
}

/** The places that are set aside for the seller whose link was opened on this device; undefined for none. */
export async function askKeptPlaces(question: CouponQuestion): Promise<KeptPlaces | undefined> {
  const by = { seller: readCame()?.seller };
  if (!by.seller) return undefined;
  const call = { body: { ...question, ...by }, session: 'none' } as const;
  const { couponPlaces: places = 0 } = await api.call(enrolmentRoutes.quote, call);
  return places > 0 ? { by, places } : undefined;
}

export type CouponForm = ReturnType<typeof useCoupon>;

/** How the field begins: with a code to ask about, or open. */
export interface FirstCoupon {
  code?: string | undefined;
  isOpen?: boolean | undefined;
}

/**
 * The coupon of a choice: what is typed, what was accepted, why not. An accepted one is asked about again when the
 * party or its extras change, as long as there is a party (`isAskable`).
 */
export function useCoupon(question: CouponQuestion, first: FirstCoupon, isAskable = true) {
  const about = JSON.stringify(question);
  const [typed, setTyped] = useState(first.code ?? '');
  const [accepted, setAccepted] = useState<{ coupon: AppliedCoupon; about: string }>();
  const [refusal, setRefusal] = useState('');
  const [isOpen, setOpen] = useState(Boolean(first.isOpen));
  const [busy, setBusy] = useState(false);
  const [beginsWith, setBeginsWith] = useState(first.code);
  const [isPressed, setPressed] = useState(Boolean(first.isOpen));
  // What was asked about last: earlier answers are for another choice.
  const asked = useRef('');
  const applied = accepted?.coupon;

  /** Asks whether a code is accepted; undefined, with the reason at the field, if not. */
  async function apply(text = typed, isByPress = true): Promise<AppliedCoupon | undefined> {
    setPressed(isByPress);
    const code = readCouponCode(text);
    if (!code) return refuse(NO_CODE);
    asked.current = about;
    setBusy(true);
    try {
      const coupon = await quoteCoupon(question, code);
      if (asked.current !== about) return coupon;
      setTyped(code);
      setRefusal('');
      setAccepted({ coupon, about });
      setBeginsWith(undefined);
      return coupon;
    } catch (error) {
      if (asked.current !== about) return undefined;
      return refuse(error instanceof ApiError && !error.isTransient ? error.message : explainFailure(error));
    } finally {
      setBusy(false);
    }
  }

  function refuse(sentence: string): undefined {
    setBeginsWith(undefined);
    setAccepted(undefined);
    setOpen(true);
    setRefusal(sentence);
  }

  function remove(): void {
    asked.current = '';
    setPressed(true);
    setAccepted(undefined);
    setTyped('');
    setRefusal('');
    setOpen(false);
  }

  function type(text: string): void {
    setTyped(text);
    setRefusal('');
  }

  const current = beginsWith ?? applied?.code;
  useEffect(() => {
    if (!current || !isAskable || asked.current === about) return;
    const timer = setTimeout(() => void apply(current, false), beginsWith ? 0 : REST_MS);
    return () => clearTimeout(timer);
  });

  return {
    typed,
    applied,
    refusal,
    isOpen,
    busy,
    /** The code that is asked about without a press. */
    beginsWith,
    /** Whether the user acted on the coupon last, so that its field takes the focus. */
    isPressed,
    /** The code to keep with the party: accepted, or typed and not asked about yet. */
    code: applied?.code ?? (refusal ? undefined : readCouponCode(typed)),
    open: () => {
      setPressed(true);
      setOpen(true);
    },
    type,
    apply,
    refuse: (sentence: string) => {
      setPressed(true);
      refuse(sentence);
    },
    remove,
    /** Before reserving: what was typed counts without its button. False if it is refused. */
    settle: async (): Promise<Partial<AppliedCoupon> | false> => {
      if (accepted?.about === about) return accepted.coupon;
      const code = current ?? typed;
      if (code.trim() === '') return {};
      return (await apply(code)) ?? false;
    },
  };
}
