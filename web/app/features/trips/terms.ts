import { meansOf, meansPricesText } from '@passeio/contract/means';
import { balanceDueAt, depositPercentAt, hoursByDay } from '@passeio/contract/trips/pricing';
import type { Trip } from '@passeio/contract/trips/trips';
import type { Brand } from '~/lib/settings';

/**
 * What applies to a reservation of a trip. `balanceDue`: when the rest is due; null: all of it is paid at once.
 * `meansPrices`: what each means of payment changes of the price; empty where none does. `instalments`: in how many
 * months the rest is paid; 0 or absent: by `balanceDue`. `now`: for which moment, in epoch milliseconds.
 */
export interface TripTerms {
  depositPercent: number;
  balanceDue: Date | null;
  meansPrices?: string;
  instalments?: number;
  now: number;
  timeZone: string;
}

type TermsOfTrip = 'date' | 'depositPercent' | 'balanceDueHours' | 'paymentMeans';

/** The terms of a trip that is reserved now, in epoch milliseconds. */
export function termsOf(
  { date, depositPercent, balanceDueHours, paymentMeans }: Pick<Trip, TermsOfTrip>,
  { terms, timeZone, means, meansPermille }: Pick<Brand, 'terms' | 'timeZone' | 'means' | 'meansPermille'>,
  now: number,
): TripTerms {
  const hours = hoursByDay(balanceDueHours ?? terms.balanceDueHours, { departsAt: date, timeZone });
  const balance = { departsAt: date, balanceDueHours: hours };
  const percent = depositPercentAt({ ...balance, depositPercent }, new Date(now));
  const balanceDue = percent < 100 ? balanceDueAt(balance) : null;
  const offered = meansOf(means.includes('pix'), means.includes('card'), paymentMeans);
  return { now, timeZone, depositPercent: percent, balanceDue, meansPrices: meansPricesText(offered, meansPermille) };
}
