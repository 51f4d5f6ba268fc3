import { daysOfPlan } from '@passeio/contract/reservations/instalments';
import { balanceDueAt, depositPercentAt, hoursByDay } from '@passeio/contract/trips/pricing';
import type { Trip } from '@passeio/contract/trips/trips';
import type { Brand } from '~/lib/settings';

/**
 * What applies to a reservation of a trip. `balanceDue`: when the rest is due; null: all of it is paid at once.
 * `instalments`: in how many months the rest is paid; 0: by `balanceDue`.
 */
export interface TripTerms {
  depositPercent: number;
  balanceDue: Date | null;
  instalments: number;
}

/** The terms of a trip that is reserved now, in epoch milliseconds. */
export function termsOf(
  trip: Pick<Trip, 'date' | 'depositPercent' | 'balanceDueHours' | 'paymentPlan'>,
  { terms, timeZone }: Pick<Brand, 'terms' | 'timeZone'>,
  now: number,
): TripTerms {
  const { date, depositPercent, balanceDueHours, paymentPlan } = trip;
  const hours = hoursByDay(balanceDueHours ?? terms.balanceDueHours, { departsAt: date, timeZone });
  const balance = { departsAt: date, balanceDueHours: hours };
  const percent = depositPercentAt({ ...balance, depositPercent }, new Date(now));
  const days = daysOfPlan(paymentPlan, { reservedAt: new Date(now), departsAt: date, timeZone });
  return {
    depositPercent: percent,
    ...(percent < 100
      ? { balanceDue: balanceDueAt(balance), instalments: days.length }
      : { balanceDue: null, instalments: 0 }),
  };
}
