import type { Enrolment } from '@passeio/contract/reservations/reservations';
import type { Trip } from '@passeio/contract/trips/trips';
import type { ApiError } from '~/lib/api';
import { useSettings } from '~/lib/settings';
import { readChoiceWithExtras } from './extras';
import { withCoupon } from './party';
import { type RevisedExtras, reviseExtras } from './refused-extra';
import { termsOf } from './terms';
import { useCoupon } from './use-coupon';

/** A choice of the trip's page that is reserved on another one: read with the trip as it is now, and with its coupon. */
export function useSavedChoice({ trip, choice }: { trip: Trip; choice: Enrolment }) {
  const terms = termsOf(trip, useSettings(), Date.now());
  const read = readChoiceWithExtras({ ...trip, ...terms }, choice);
  const { party, rooms, quote, blockedReason } = read;
  const extras = choice?.extras ?? [];
  const coupon = useCoupon(
    { tripId: trip.id, party, extras, rooms },
    { code: choice?.coupon ?? undefined },
    !blockedReason,
  );
  return {
    ...read,
    terms,
    coupon,
    /** What is sent beside the choice; false, with the reason at its field, if the coupon is refused. */
    async settle() {
      const taken = await coupon.settle();
      return (
        taken && { rooms, coupon: taken.code, totalCents: withCoupon(quote, taken, terms.depositPercent).totalCents }
      );
    },
    /** Shows at its field that the API refused the coupon; where it refused an extra, answers what can be had. */
    async revise(error: ApiError): Promise<RevisedExtras | undefined> {
      if (error.refusedPart === 'coupon') coupon.refuse(error.message);
      return error.refusedPart === 'extras' ? reviseExtras(error, trip, { chosen: extras, party }) : undefined;
    },
  };
}
