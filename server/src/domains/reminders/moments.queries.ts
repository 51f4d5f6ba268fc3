import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { balanceDueHours, transferHours } from '../reservations/index.ts';

/** When the balance of a row of `trips` is due, and until when its clients may fill in data themselves. */
export const balanceDue = sql<Date>`(trips.departs_at - ${balanceDueHours} * interval '1 hour')`;
export const dataDue = sql<Date>`(trips.departs_at - ${transferHours} * interval '1 hour')`;

const dayOf = (instant: RawBuilder<unknown>) => sql<string>`(${instant} at time zone operator.time_zone)::date`;
const departureDay = dayOf(sql`trips.departs_at`);
/** A boarding within so many hours after midnight belongs to the evening before: people leave home on that day. */
export const EVENING_HOURS = 3;
// The morning of the day before.
const dayBefore = sql`
  ((${dayOf(sql`(trips.departs_at - ${sql.lit(EVENING_HOURS)} * interval '1 hour')`)} - 1 + time '09:00') at time zone operator.time_zone)`;

/** The follow-up goes out on the day after the return. */
const returnDay = dayOf(sql`trips.returns_at`);
const dayAfter = sql`((${returnDay} + 1 + time '10:00') at time zone operator.time_zone)`;
const FOLLOW_UP_DAYS = 5;

/** The day that each reminder is about. Needs `trips` and `operator`. */
export const aboutOf = sql<string>`case trip_reminders.kind
  when 'thanks' then ${returnDay}
  when 'departure' then ${departureDay}
  when 'data_week' then ${dayOf(dataDue)}
  when 'data_soon' then ${dayOf(dataDue)}
  else ${dayOf(balanceDue)} end`;

/** Notes the reminders of trips whose moment has come. Each ends where the next of its kind begins. */
export async function noteDueReminders(db: Database, now: Date): Promise<void> {
  await sql`
    insert into trip_reminders (trip_id, kind, about, moment, ends_at)
    select trips.id, due.kind, due.about, due.moment, due.ends_at
    from trips cross join operator cross join lateral (values
      ('balance_week', ${dayOf(balanceDue)}, ${balanceDue} - interval '7 days', ${balanceDue} - interval '2 days'),
      ('balance_soon', ${dayOf(balanceDue)}, ${balanceDue} - interval '2 days', ${balanceDue}),
      ('balance_overdue', ${dayOf(balanceDue)}, ${balanceDue}, trips.departs_at),
      ('data_week', ${dayOf(dataDue)}, ${dataDue} - interval '5 days', ${dataDue} - interval '2 days'),
      ('data_soon', ${dayOf(dataDue)}, ${dataDue} - interval '2 days', ${dataDue}),
      ('departure', ${departureDay}, ${dayBefore}, trips.departs_at)
    ) as due (kind, about, moment, ends_at)
    where trips.departs_at > ${now} and trips.places_taken > 0 and trips.cancelled_at is null
      -- The earliest moment is a week before the earlier deadline: other trips need no computing.
      and trips.departs_at < ${now}::timestamptz + interval '8 days'
        + greatest(${balanceDueHours}, ${transferHours}) * interval '1 hour'
      and due.moment <= ${now} and due.ends_at > ${now}
    on conflict do nothing`.execute(db);
}

/** Notes the follow-ups of trips that returned the day before. */
export async function noteDueFollowUps(db: Database, now: Date): Promise<void> {
  const ends = sql<Date>`(${dayAfter} + ${sql.lit(FOLLOW_UP_DAYS)} * interval '1 day')`;
  await sql`
    insert into trip_reminders (trip_id, kind, about, moment, ends_at)
    select trips.id, 'thanks', ${returnDay}, ${dayAfter}, ${ends}
    from trips cross join operator
    where trips.departs_at < ${now} and trips.departs_at > ${now}::timestamptz - interval '60 days'
      and trips.places_taken > 0 and trips.cancelled_at is null and ${dayAfter} <= ${now} and ${ends} > ${now}
    on conflict do nothing`.execute(db);
}
