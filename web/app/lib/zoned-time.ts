// Local times in the operator's time zone, by Intl, because browsers lack Temporal.

/** The instant (ISO 8601, UTC) at which clocks in `timeZone` show `local`, as in "2026-12-05T04:30". */
export function instantOf(local: string, timeZone: string): string {
  const shown = Date.parse(`${local}Z`);
  // The wanted offset is that of the day before or the day after, whatever DST change lies between.
  const [early, late] = [-DAY_MS, DAY_MS].map((away) => shown - offsetAt(shown + away, timeZone)) as [number, number];
  const candidates = [early, late].filter((instant) => instant + offsetAt(instant, timeZone) === shown);
  // Ambiguous when clocks go back: the first occurrence. Skipped when they go forward: shifted by the jump.
  return new Date(candidates.length > 0 ? Math.min(...candidates) : Math.max(early, late)).toISOString();
}

/** What clocks in `timeZone` show at `instant`, as in "2026-12-05T04:30". */
export function localOf(instant: string, timeZone: string): string {
  const at = Date.parse(instant);
  return new Date(at + offsetAt(at, timeZone)).toISOString().slice(0, 16);
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** UTC offset of `timeZone` in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(new Date(instant));
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((one) => one.type === type)?.value);
  const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return shown - Math.floor(instant / 1000) * 1000;
}
