/**
 * When people board: boarding points have a time only, and it is the one nearest to the departure, so that 23:40 is the
 * evening before one at 00:30.
 */
export function boardingInstant(time: string, departsAt: Date, timeZone: string): Date {
  const departure = Temporal.Instant.from(departsAt.toISOString()).toZonedDateTimeISO(timeZone);
  const onTheDay = departure.withPlainTime(time);
  const [nearest = departsAt] = [-1, 0, 1]
    .map((days) => new Date(onTheDay.add({ days }).epochMilliseconds))
    .toSorted((one, other) => distance(one, departsAt) - distance(other, departsAt));
  return nearest;
}

function distance(one: Date, other: Date): number {
  return Math.abs(one.getTime() - other.getTime());
}
