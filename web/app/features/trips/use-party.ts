import { readCouponCode } from '@passeio/contract/discounts/coupon-code';
import type { ChosenExtra } from '@passeio/contract/reservations/quote';
import type { Enrolment } from '@passeio/contract/reservations/reservations';
import type { TripExtra } from '@passeio/contract/trips/extras';
import type { PartyEntry } from '@passeio/contract/trips/pricing';
import type { Trip } from '@passeio/contract/trips/trips';
import { use, useEffect, useRef, useState } from 'react';
import { isStored, TOUCHES_KEY } from '../session/remembered/stored-keys';
import {
  type AppliedCoupon,
  type CouponHandle,
  type PartyForm,
  readChoice,
  type TripOffer,
  withCount,
  withCoupon,
} from './party';
import type { RevisedExtras } from './refused-extra';
import type { TripTerms } from './terms';
import type { KeptPlaces } from './use-coupon';

/** The coupon of the page's address (`?cupom=`), once the page is hydrated; a cached page knows none. */
function useLinkedCoupon(): string | undefined {
  const [coupon, setCoupon] = useState<string>();
  useEffect(() => setCoupon(readCouponCode(new URLSearchParams(window.location.search).get('cupom') ?? '')), []);
  return coupon;
}

let loading: Promise<typeof import('./priced-choice') | undefined> | undefined;

// Most trips have no discounts, extras and rooms, and their visitors are sent no code for them. Without it prices are
// those of the fares. The page's first rendering, on the server too, waits for it.
function usePricing(trip: TripOffer): typeof import('./priced-choice') | undefined {
  if (!trip.discounts.length && !trip.extras.length && !trip.roomTypes.length) return;
  loading ??= import('./priced-choice').catch(() => undefined);
  return use(loading);
}

/**
 * State of the party picker of one trip. `pending`: what was chosen before signing in, until it is changed. `extrasOf`:
 * the extras of a party that are not chosen in the picker.
 */
export function useParty(
  trip: TripOffer & TripTerms & Pick<Trip, 'slug'>,
  pending?: Enrolment,
  extrasOf?: (party: PartyEntry[], sold: TripExtra[]) => ChosenExtra[],
): PartyForm {
  const [chosen, setChosen] = useState<Enrolment>();
  const [revised, setRevised] = useState<Partial<RevisedExtras>>({});
  const [settled, setCoupon] = useState<Partial<AppliedCoupon>>();
  const couponField = useRef<CouponHandle>(null);
  const linked = useLinkedCoupon();
  const wanted = chosen ?? pending;
  const coupon = settled ?? { code: linked ?? pending?.coupon ?? undefined };
  const [kept, setKept] = useState<KeptPlaces>();
  // Those of a coupon have all that are kept among them.
  const placesLeft = Math.max(trip.placesLeft, 0) + (coupon.places ?? kept?.places ?? 0);
  const offer = { ...trip, placesLeft, extras: revised.extras ?? trip.extras };
  // The field of the coupon asks whether it has places.
  const choice = readChoice(offer, wanted && { ...wanted, coupon: undefined, seller: undefined });
  const { offered, party } = choice;
  const setExtras = (extras: ChosenExtra[]) => choose({ extras });
  const { quote, extras, rooms, parts, roomsReason, roomsSoldOut } = usePricing(trip)?.priceChoice(
    offer,
    party,
    { extras: extrasOf?.(party, offer.extras) ?? wanted?.extras, rooms: wanted?.rooms },
    { onExtras: extrasOf ? undefined : setExtras, onRooms: (chosenRooms) => choose({ rooms: chosenRooms }) },
  ) ?? { quote: choice.quote, extras: wanted?.extras ?? [] };

  const soldOutReason = choice.soldOutReason ?? roomsSoldOut;
  const isShort = choice.soldOutReason !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once places are wanting
  useEffect(() => {
    if (!isShort || !isStored(TOUCHES_KEY)) return;
    import('./use-coupon')
      .then(({ askKeptPlaces }) => askKeptPlaces({ tripId: trip.id, party, extras }))
      .then(setKept, () => {});
  }, [isShort, trip.id]);

  function choose(change: Enrolment): void {
    setChosen({ ...wanted, ...choice.waitlistRequest, ...change });
    setRevised(({ extras }) => ({ extras }));
  }

  function enrolmentWith({ code, ...taken }: Partial<AppliedCoupon>): Enrolment {
    if (!wanted && extras.length === 0 && !code && !rooms && !kept) return undefined;
    // What an unknown coupon takes off, nobody has seen.
    const isPriced = !code || taken.discountCents !== undefined;
    return {
      ...wanted,
      ...choice.waitlistRequest,
      extras: extras.length > 0 || wanted?.extras ? extras : undefined,
      rooms,
      coupon: code,
      ...kept?.by,
      totalCents: isPriced ? withCoupon(quote, taken, trip.depositPercent).totalCents : undefined,
    };
  }

  return {
    ...choice,
    blockedReason: choice.blockedReason ?? roomsReason,
    soldOutReason,
    quote: soldOutReason ? quote : withCoupon(quote, coupon, trip.depositPercent),
    ...{ extras, rooms, soldExtras: offer.extras, parts, coupon, placesLeft, couponField, setCoupon },
    notice: revised.notice ?? '',
    setCount: (fareId, count) => choose({ party: withCount(offered, party, fareId, count), rooms: undefined }),
    setBoardingPoint: (id) => choose({ boardingPointId: id }),
    async settle() {
      const taken = couponField.current ? await couponField.current.settle() : coupon;
      return taken && { choice: enrolmentWith(taken) };
    },
    async showRefusal(error) {
      if (error.refusedPart === 'coupon') {
        if (!couponField.current) throw error;
        return couponField.current.refuse(error.message);
      }
      const { reviseExtras } = await import('./refused-extra');
      const now = await reviseExtras(error, offer, { chosen: extras, party });
      choose({ extras: now.chosen });
      setRevised(extrasOf ? { ...now, notice: error.fields.extras ?? error.message } : now);
    },
  };
}
