import { errorCatalogue } from '@passeio/contract/api/errors';
import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../../../platform/http/errors.ts';

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
  const byDay = deadlineByDay({ ...settings, minutes: settings.hold_minutes }, createdAt, departsAt);
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

/** Hours of the operator's clock between which deadlines lie. */
const DAY = { from: 8, to: 22 };
/** Hour before which no offer ends that lay over a night: nobody asked for it, and it is read in the morning. */
const OFFER_FROM = 10;

/** Minutes of the operator's settings. */
interface OfferSettings {
  offer_minutes: number;
  shortest_hold_minutes: number;
  last_moment_minutes: number;
  time_zone: string;
}

/**
 * Until when an offer that is made now holds its places: after the operator's time, over a night not before {@link
 * OFFER_FROM} of the next day, but before the last moment before departure. Undefined if that leaves less than the
 * shortest hold: it is too late for offers.
 */
export function offerDeadline(settings: OfferSettings, now: Date, departsAt: Date): Date | undefined {
  return deadlineByDay({ ...settings, minutes: settings.offer_minutes, afterNight: OFFER_FROM }, now, departsAt);
}

interface DaySettings extends Omit<OfferSettings, 'offer_minutes'> {
  minutes: number;
  /** The first hour of what lies over a night. */
  afterNight?: number;
}

/** After so many minutes, by day, before the last moment; undefined if that leaves less than the shortest hold. */
function deadlineByDay(settings: DaySettings, now: Date, departsAt: Date): Date | undefined {
  const { minutes, shortest_hold_minutes, last_moment_minutes, time_zone, afterNight = DAY.from } = settings;
  const night = { now, afterNight, timeZone: time_zone };
  const usual = toMorning(new Date(now.getTime() + minutes * MINUTE_MS), night);
  const lastMoment = toEvening(new Date(departsAt.getTime() - last_moment_minutes * MINUTE_MS), night);
  const deadline = usual < lastMoment ? usual : lastMoment;
  const shortest = Math.min(minutes, shortest_hold_minutes) * MINUTE_MS;
  return deadline.getTime() - now.getTime() >= shortest ? deadline : undefined;
}

interface Night {
  now: Date;
  afterNight: number;
  timeZone: string;
}

// In the night, or too early after it: the morning that follows.
function toMorning(instant: Date, night: Night): Date {
  const local = localTime(instant, night.timeZone);
  if (local.hour >= DAY.to) return dateOf(atHour(local.add({ days: 1 }), night.afterNight));
  return isTooEarly(local, night) ? dateOf(atHour(local, night.afterNight)) : instant;
}

// In the night, or too early after it: a minute before it began.
function toEvening(instant: Date, night: Night): Date {
  const local = localTime(instant, night.timeZone);
  const isLate = local.hour >= DAY.to;
  if (!isLate && !isTooEarly(local, night)) return instant;
  return dateOf(atHour(isLate ? local : local.subtract({ days: 1 }), DAY.to).subtract({ minutes: 1 }));
}

// What is made by day and ends on that day has no night in it.
function isTooEarly(local: Temporal.ZonedDateTime, { now, afterNight }: Night): boolean {
  if (local.hour < DAY.from) return true;
  return local.hour < afterNight && now < dateOf(atHour(local, DAY.from));
}

function atHour(local: Temporal.ZonedDateTime, hour: number): Temporal.ZonedDateTime {
  return local.withPlainTime({ hour });
}

function localTime(instant: Date, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone);
}

function dateOf({ epochMilliseconds }: Temporal.ZonedDateTime): Date {
  return new Date(epochMilliseconds);
}

/** Minutes of the operator's settings. */
interface RequestSettings extends Omit<OfferSettings, 'offer_minutes'> {
  request_minutes: number;
}

/**
 * Until when a request that is made now is answered: after the operator's time, by day if that is possible, and never
 * after the last moment before departure. Undefined if that leaves less than the shortest hold: it is too late to ask.
 */
export function answerDeadline(settings: RequestSettings, now: Date, departsAt: Date): Date | undefined {
  const { request_minutes, shortest_hold_minutes, last_moment_minutes } = settings;
  const byDay = deadlineByDay({ ...settings, minutes: request_minutes }, now, departsAt);
  if (byDay) return byDay;
  const lastMoment = departsAt.getTime() - last_moment_minutes * MINUTE_MS;
  const deadline = Math.min(now.getTime() + request_minutes * MINUTE_MS, lastMoment);
  const shortest = Math.min(request_minutes, shortest_hold_minutes) * MINUTE_MS;
  return deadline - now.getTime() >= shortest ? new Date(deadline) : undefined;
}

/** Hours before departure at which the balance is due: the trip's own, else the operator's setting. Needs `trips`. */
export const balanceDueHours = byDay(sql`coalesce(trips.balance_due_hours, operator.balance_due_hours)`);

/** When the next instalment of a reservation `r` is due; null without one. */
export const nextInstalmentAt = sql<Date>`
  next_instalment_at(r.instalments, r.deposit_cents, r.total_cents, r.received_cents)`;

/** Hours before departure until which clients decide who travels. Needs `trips`. */
export const transferHours = byDay(sql`operator.transfer_hours`);

// As `hoursByDay` of the contract.
function byDay(hours: RawBuilder<unknown>) {
  return sql<number>`(
    select (case
      when minute between 480 and 1319 then hours
      when in_morning >= 12 then in_morning
      else hours + mod(minute - 1319 + 1440, 1440) / 60.0 end)::float8
    from (select ${hours} as hours, operator.time_zone as zone from operator) as given
    cross join lateral (select (trips.departs_at - hours * interval '1 hour') at time zone zone as due) as moments
    cross join lateral (select (extract(hour from due) * 60 + extract(minute from due))::integer as minute) as minutes
    cross join lateral (select hours - mod(480 - minute + 1440, 1440) / 60.0 as in_morning) as mornings
  )`;
}
