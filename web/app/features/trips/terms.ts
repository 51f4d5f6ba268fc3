import { balanceDueAt, depositPercentAt, hoursByDay } from '@passeio/contract/trips/pricing';
import type { Trip } from '@passeio/contract/trips/trips';
import type { Brand } from '~/lib/settings';

/**
 * What applies to a reservation of a trip. `balanceDue`: when the rest is due; null: all of it is paid at once.
 * `instalments`: in how many months the rest is paid; 0 or absent: by `balanceDue`. `now`: for which moment, in epoch
 * milliseconds.
 */
export interface TripTerms {
  depositPercent: number;
  balanceDue: Date | null;
  instalments?: number;
  now: number;
  timeZone: string;
}

/** The terms of a trip that is reserved now, in epoch milliseconds. */
export function termsOf(
  { date, depositPercent, balanceDueHours }: Pick<Trip, 'date' | 'depositPercent' | 'balanceDueHours'>,
  { terms, timeZone }: Pick<Brand, 'terms' | 'timeZone'>,
  now: number,
): TripTerms {
  const hours = hoursByDay(balanceDueHours ?? terms.balanceDueHours, { departsAt: date, timeZone });
  const balance = { departsAt: date, balanceDueHours: hours };
  const percent = depositPercentAt({ ...balance, depositPercent }, new Date(now));
  const balanceDue = percent < 100 ? balanceDueAt(balance) : null;
  return { now, timeZone, depositPercent: percent, balanceDue };
}
