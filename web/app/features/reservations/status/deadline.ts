import { useEffect, useState } from 'react';

const MINUTE_MS = 60_000;
const MINUTES_PER_HOUR = 60;
const MINUTES_PER_DAY = 24 * MINUTES_PER_HOUR;
/** From here on days are counted, not hours. */
const DAYS_FROM = 2 * MINUTES_PER_DAY;

/** The time left until a deadline, as "Faltam 3 h 12 min"; undefined once it has passed. */
export function timeLeft(until: string, now: number): string | undefined {
  const minutes = Math.ceil((Date.parse(until) - now) / MINUTE_MS);
  if (minutes <= 0) return undefined;
  if (minutes >= DAYS_FROM) return `Faltam ${Math.floor(minutes / MINUTES_PER_DAY)} dias`;
  const hours = Math.floor(minutes / MINUTES_PER_HOUR);
  const rest = minutes % MINUTES_PER_HOUR;
  const parts = [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean);
  return `${(hours || rest) === 1 ? 'Falta' : 'Faltam'} ${parts.join(' ')}`;
}

/**
 * The time in epoch milliseconds, rendered anew at every full minute before `until` and when the page is shown again.
 */
export function useNow(until: string | null): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (until === null) return;
    const tick = () => setNow(Date.now());
    // Together with the deadline's own minutes, so that the last one ends at the deadline.
    const toNext = (Date.parse(until) - Date.now()) % MINUTE_MS;
    let every: ReturnType<typeof setInterval> | undefined;
    const first = setTimeout(
      () => {
        tick();
        every = setInterval(tick, MINUTE_MS);
      },
      toNext > 0 ? toNext : toNext + MINUTE_MS,
    );
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearTimeout(first);
      clearInterval(every);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [until]);
  return now;
}
