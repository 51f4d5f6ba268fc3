import { type OfferSettings, offerDeadline } from '../offers/offer-deadline.ts';

const MINUTE_MS = 60_000;

/** Minutes of the operator's settings. */
export interface RequestSettings extends Omit<OfferSettings, 'offer_minutes'> {
  request_minutes: number;
}

/**
 * Until when a request that is made now is answered: after the operator's time, by day if that is possible, and never
 * after the last moment before departure. Undefined if that leaves less than the shortest hold: it is too late to ask.
 */
export function answerDeadline(settings: RequestSettings, now: Date, departsAt: Date): Date | undefined {
  const { request_minutes, shortest_hold_minutes, last_moment_minutes } = settings;
  const byDay = offerDeadline({ ...settings, offer_minutes: request_minutes }, now, departsAt);
  if (byDay) return byDay;
  const lastMoment = departsAt.getTime() - last_moment_minutes * MINUTE_MS;
  const deadline = Math.min(now.getTime() + request_minutes * MINUTE_MS, lastMoment);
  const shortest = Math.min(request_minutes, shortest_hold_minutes) * MINUTE_MS;
  return deadline - now.getTime() >= shortest ? new Date(deadline) : undefined;
}
