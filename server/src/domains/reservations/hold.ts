const MINUTE_MS = 60_000;

/** Minutes of the operator's settings. */
export interface HoldSettings {
  hold_minutes: number;
  shortest_hold_minutes: number;
  last_moment_minutes: number;
}

/**
 * Until when places are kept without money: the usual time, ended before the last moment before departure, but not
 * earlier than the shortest hold, and never after departure.
 */
export function holdDeadline(settings: HoldSettings, createdAt: Date, departsAt: Date): Date {
  const usual = createdAt.getTime() + settings.hold_minutes * MINUTE_MS;
  const lastMoment = departsAt.getTime() - settings.last_moment_minutes * MINUTE_MS;
  const shortest = createdAt.getTime() + settings.shortest_hold_minutes * MINUTE_MS;
  return new Date(Math.min(Math.max(Math.min(usual, lastMoment), shortest), departsAt.getTime()));
}
