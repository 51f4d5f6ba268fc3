import type pg from 'pg';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
// 5:00 to 8:00 UTC: what is deleted at night, spread over operators.
const NIGHT_MS = 5 * HOUR_MS;
const NIGHT_LENGTH_MS = 3 * HOUR_MS;
// What is overdue for longer waits for something else, such as a bank that does not answer: it keeps nobody awake.
const OVERDUE = "interval '3 minutes'";

/**
 * When an operator that sleeps has something to do: a deadline of a hold, a job, a scheduled announcement, a note that
 * waits for the government; else the next full hour, shifted by its name, while there are trips that its clients are
 * e-mailed about; else its night.
 */
export async function readDue(pool: pg.Pool, slug: string, now = new Date()): Promise<Date> {
  const { rows } = await pool.query<{ at: Date | null; has_trips: boolean }>(
    `select least(
       (select min(hold_expires_at) from reservations
        where state in ('requested', 'held') and hold_expires_at > now() - ${OVERDUE} and clock_stopped_at is null),
       (select min(held_until) from participants
        where held_until > now() - ${OVERDUE} and removed_at is null and is_active),
       (select min(send_at) from trip_announcements where sent_at is null and cancelled_at is null),
       (select min(next_try_at) from issued_invoices where next_try_at > now() - ${OVERDUE}),
       (select min(case when state = 'active' then now() else start_after end) from pgboss.job
        where state < 'completed' and (state = 'active' or start_after > now() - ${OVERDUE})
          and name !~ '-failed$')
     ) as at,
     exists (select from trips where coalesce(returns_at, departs_at) > now() - interval '10 days') as has_trips`,
  );
  const [{ at, has_trips: hasTrips } = { at: null, has_trips: true }] = rows;
  const usual = hasTrips ? nextHour(slug, now) : nextNight(slug, now);
  return at && at < usual ? at : usual;
}

/** Like a random number from 0 to 1 that stays the same for a name. */
function placeOf(slug: string): number {
  let hash = 0;
  for (const letter of slug) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0;
  return (hash % 3_600) / 3_600;
}

function nextHour(slug: string, now: Date): Date {
  const shift = placeOf(slug) * HOUR_MS;
  return new Date((Math.floor((now.getTime() - shift) / HOUR_MS) + 1) * HOUR_MS + shift);
}

function nextNight(slug: string, now: Date): Date {
  const shift = NIGHT_MS + placeOf(slug) * NIGHT_LENGTH_MS;
  return new Date((Math.floor((now.getTime() - shift) / DAY_MS) + 1) * DAY_MS + shift);
}
