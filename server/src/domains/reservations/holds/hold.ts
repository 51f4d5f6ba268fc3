import { errorCatalogue } from '@passeio/contract/errors';
import { AppError } from '../../../platform/http/errors.ts';
import { type OfferSettings, offerDeadline } from '../offers/offer-deadline.ts';

const MINUTE_MS = 60_000;
const AFTER_REJECTION_MS = 2 * 60 * MINUTE_MS;

/** Minutes of the operator's settings. */
export interface HoldSettings extends Omit<OfferSettings, 'offer_minutes'> {
  hold_minutes: number;
}

/**
 * Until when places are held without money: the usual time, in the night the next morning, ended before the last moment
 * before departure, but not earlier than the shortest hold, and never after departure.
 */
export function holdDeadline(settings: HoldSettings, createdAt: Date, departsAt: Date): Date {
  const byDay = offerDeadline({ ...settings, offer_minutes: settings.hold_minutes }, createdAt, departsAt);
  if (byDay) return byDay;
  const usual = createdAt.getTime() + settings.hold_minutes * MINUTE_MS;
  const lastMoment = departsAt.getTime() - settings.last_moment_minutes * MINUTE_MS;
  const shortest = createdAt.getTime() + settings.shortest_hold_minutes * MINUTE_MS;
  return new Date(Math.min(Math.max(Math.min(usual, lastMoment), shortest), departsAt.getTime()));
}

/** The deadline of a hold once a receipt was rejected: at least two hours ahead, but not after departure. */
export function deadlineAfterRejection(deadline: Date, departsAt: Date, now: Date): Date {
  const prolonged = Math.min(now.getTime() + AFTER_REJECTION_MS, departsAt.getTime());
  return new Date(Math.max(deadline.getTime(), prolonged));
}

/**
 * The deadline that staff chose: the usual one if undefined, none if null.
 * Throws HOLD_IN_PAST unless it lies between now and departure.
 */
export function chosenDeadline(
  settings: HoldSettings,
  chosen: string | null | undefined,
  { now, departsAt }: { now: Date; departsAt: Date },
): Date | null {
  if (chosen === undefined) return holdDeadline(settings, now, departsAt);
  if (chosen === null) return null;
  const deadline = new Date(chosen);
  if (deadline <= now || deadline > departsAt) {
    throw new AppError('HOLD_IN_PAST', { holdExpiresAt: errorCatalogue.HOLD_IN_PAST.message });
  }
  return deadline;
}
