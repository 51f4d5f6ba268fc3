import { type RawBuilder, sql } from 'kysely';

/** Hours before departure at which the balance is due: the trip's own, else the operator's setting. Needs `trips`. */
export const balanceDueHours = byDay(sql`coalesce(trips.balance_due_hours, operator.balance_due_hours)`);

/** Hours before departure until which clients decide who travels. Needs `trips`. */
export const transferHours = byDay(sql`operator.transfer_hours`);

// As `hoursByDay` of the contract.
function byDay(hours: RawBuilder<unknown>) {
  return sql<number>`(
    select (case
      when minute between 480 and 1319 then hours
      when in_morning >= 12 then in_morning
      else hours + mod(minute - 1319 + 1440, 1440) / 60.0 end)::float8
    from (select ${hours} as hours, operator.time_zone as zone from operator) as given
    cross join lateral (select (trips.departs_at - hours * interval '1 hour') at time zone zone as due) as moments
    cross join lateral (select (extract(hour from due) * 60 + extract(minute from due))::integer as minute) as minutes
    cross join lateral (select hours - mod(480 - minute + 1440, 1440) / 60.0 as in_morning) as mornings
  )`;
}
