const FROM_HOUR = 21;
const UNTIL_HOUR = 8;

/** Whether nobody is reminded: between 21:00 and 8:00 of the operator's clock. */
export function isQuiet(now: Date, timeZone: string): boolean {
  const { hour } = clockOf(now, timeZone);
  return hour >= FROM_HOUR || hour < UNTIL_HOUR;
}

/** The next 8:00 of the operator's clock. */
export function nextMorning(now: Date, timeZone: string): Date {
  const clock = clockOf(now, timeZone);
  const day = clock.hour < UNTIL_HOUR ? clock : clock.add({ days: 1 });
  return new Date(day.withPlainTime({ hour: UNTIL_HOUR }).epochMilliseconds);
}

function clockOf(now: Date, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
}
