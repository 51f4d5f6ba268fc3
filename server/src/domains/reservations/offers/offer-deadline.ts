const MINUTE_MS = 60_000;
/** Hours of the operator's clock between which offers end. */
const DAY = { from: 8, to: 22 };

/** Minutes of the operator's settings. */
export interface OfferSettings {
  offer_minutes: number;
  shortest_hold_minutes: number;
  last_moment_minutes: number;
  time_zone: string;
}

/**
 * Until when an offer that is made now holds its places: after the operator's time, in the night the next morning, but
 * before the last moment before departure. Undefined if that leaves less than the shortest hold: it is too late for
 * offers.
 */
export function offerDeadline(settings: OfferSettings, now: Date, departsAt: Date): Date | undefined {
  const { offer_minutes, shortest_hold_minutes, last_moment_minutes, time_zone } = settings;
  const usual = toMorning(new Date(now.getTime() + offer_minutes * MINUTE_MS), time_zone);
  const lastMoment = toEvening(new Date(departsAt.getTime() - last_moment_minutes * MINUTE_MS), time_zone);
  const deadline = usual < lastMoment ? usual : lastMoment;
  const shortest = Math.min(offer_minutes, shortest_hold_minutes) * MINUTE_MS;
  return deadline.getTime() - now.getTime() >= shortest ? deadline : undefined;
}

// In the night: the morning that follows.
function toMorning(instant: Date, timeZone: string): Date {
  const local = localTime(instant, timeZone);
  if (!isNight(local)) return instant;
  const day = local.hour < DAY.from ? local.toPlainDate() : local.toPlainDate().add({ days: 1 });
  return dateOf(day.toZonedDateTime({ timeZone, plainTime: { hour: DAY.from } }));
}

// In the night: a minute before it began.
function toEvening(instant: Date, timeZone: string): Date {
  const local = localTime(instant, timeZone);
  if (!isNight(local)) return instant;
  const day = local.hour < DAY.from ? local.toPlainDate().subtract({ days: 1 }) : local.toPlainDate();
  return dateOf(day.toZonedDateTime({ timeZone, plainTime: { hour: DAY.to - 1, minute: 59 } }));
}

function isNight({ hour }: Temporal.ZonedDateTime): boolean {
  return hour < DAY.from || hour >= DAY.to;
}

function localTime(instant: Date, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone);
}

function dateOf({ epochMilliseconds }: Temporal.ZonedDateTime): Date {
  return new Date(epochMilliseconds);
}
