import { daysOfPlan } from '@passeio/contract/reservations/instalments';
import type { Trip } from '@passeio/contract/trips/trips';

/**
 * In how many months the rest of what is reserved now, in epoch milliseconds, is paid; 0: at once. Apart from the other
 * terms, so that the page of a trip, which knows it from the server, does not carry it.
 */
export function instalmentsNow(
  { date: departsAt, paymentPlan }: Pick<Trip, 'date' | 'paymentPlan'>,
  timeZone: string,
  now: number,
): number {
  return daysOfPlan(paymentPlan, { reservedAt: new Date(now), departsAt, timeZone }).length;
}
