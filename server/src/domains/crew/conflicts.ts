import { type CrewConflict, MIN_REST_HOURS } from '@passeio/contract/crew/crew-conflicts';

const MINUTE_MS = 60_000;
export const MIN_REST_MS = MIN_REST_HOURS * 60 * MINUTE_MS;

/** A departure on which somebody works, or would. */
export interface Duty {
  tripId: string;
  title: string;
  departsAt: Date;
  returnsAt: Date;
}

/** On which days somebody works. `weekdays`: from 1 for Monday. */
export interface WorkDays {
  weekdays: readonly number[];
  daysOff: readonly { from: string; to: string }[];
}

/** Why somebody with these other duties and days should not be on a departure. */
export function conflictsOf(
  planned: Duty,
  others: readonly Duty[],
  workDays: WorkDays,
  timeZone: string,
): CrewConflict[] {
  const dayOf = (at: Date) => at.toTemporalInstant().toZonedDateTimeISO(timeZone).toPlainDate().toString();
  const days = freeDays(dayOf(planned.departsAt), dayOf(planned.returnsAt), workDays);
  return [
    ...others.flatMap((other) => conflictBetween(planned, other) ?? []),
    ...(days.length > 0 ? [{ kind: 'dayOff' as const, days }] : []),
  ];
}

/** The conflict of two departures for somebody on both; it is the same seen from either. */
function conflictBetween(planned: Duty, other: Duty): CrewConflict | undefined {
  if (planned.tripId === other.tripId) return undefined;
  const [first, second] = planned.departsAt <= other.departsAt ? [planned, other] : [other, planned];
  const restMs = second.departsAt.getTime() - first.returnsAt.getTime();
  if (restMs >= MIN_REST_MS) return undefined;
  const named = { tripId: other.tripId, title: other.title, date: other.departsAt.toISOString() };
  return restMs < 0
    ? { kind: 'overlap', ...named }
    : { kind: 'rest', ...named, restMinutes: Math.floor(restMs / MINUTE_MS) };
}

/** The days of a period, its last one included, on which somebody does not work. */
export function freeDays(first: string, last: string, { weekdays, daysOff }: WorkDays): string[] {
  const days: string[] = [];
  for (let day = Temporal.PlainDate.from(first); day.toString() <= last; day = day.add({ days: 1 })) {
    const date = day.toString();
    const isOff = daysOff.some(({ from, to }) => from <= date && date <= to);
    if (isOff || !weekdays.includes(day.dayOfWeek)) days.push(date);
  }
  return days;
}
