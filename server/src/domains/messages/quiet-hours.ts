import { type RawBuilder, sql } from 'kysely';

const FROM_HOUR = 21;
const UNTIL_HOUR = 8;

/** A moment, or the next 8:00 of the operator's clock if nobody is reminded then. Needs `operator`. */
export function byDay(moment: RawBuilder<unknown>): RawBuilder<Date> {
  const clock = sql`(${moment} at time zone operator.time_zone)`;
  const [from, until] = [sql.lit(FROM_HOUR), sql.lit(UNTIL_HOUR)];
  return sql<Date>`(case when extract(hour from ${clock}) >= ${until} and extract(hour from ${clock}) < ${from}
    then ${moment}
    else (date_trunc('day', ${clock} + make_interval(hours => 24 - ${from})) + make_interval(hours => ${until}))
      at time zone operator.time_zone end)`;
}

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
