import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { type Scope, soldReservations } from './scope.ts';

/** The first day of each group but the first, for the days between a reservation and its departure. */
export const LEAD_DAYS = [1, 4, 8, 16, 31, 61, 91] as const;

export interface SoldRow<Key> {
  key: Key;
  reservations: number;
  places: number;
  cents: number;
}

const sums = sql`count(*)::integer as reservations, sum(r.places)::integer as places,
  sum(r.total_cents)::float8 as cents`;

/** By how many of {@link LEAD_DAYS} have passed, 0 to 7. */
export async function soldByLead(db: Database, scope: Scope): Promise<SoldRow<number>[]> {
  const day = (column: string) => sql`(${sql.ref(column)} at time zone ${scope.timeZone})::date`;
  const { rows } = await sql<SoldRow<number>>`
    select width_bucket(${day('t.departs_at')} - ${day('r.created_at')}, ${sql.lit(`{${LEAD_DAYS.join(',')}}`)}::integer[])
      as key, ${sums}
    from ${soldReservations(scope)} r join trips t on t.id = r.trip_id
    group by 1`.execute(db);
  return rows;
}

export async function soldByChannel(db: Database, scope: Scope): Promise<SoldRow<string>[]> {
  const { rows } = await sql<SoldRow<string>>`
    select r.channel as key, ${sums} from ${soldReservations(scope)} r group by 1`.execute(db);
  return rows;
}

export interface SoldLine {
  label: string | null;
  quantity: number;
  cents: number;
}

/** Fares by their label when they were sold. */
export async function soldByFare(db: Database, scope: Scope): Promise<SoldLine[]> {
  const { rows } = await sql<SoldLine>`
    select line.label, sum(line.quantity)::integer as quantity, sum(line.quantity * line.unit_cents)::float8 as cents
    from ${soldReservations(scope)} r join reservation_lines line on line.reservation_id = r.id
    where line.kind = 'fare' and line.ended_at is null
    group by line.label order by cents desc, line.label`.execute(db);
  return rows;
}

/** Extras that trips sell, not what staff agreed by hand. */
export async function soldByExtra(db: Database, scope: Scope): Promise<SoldLine[]> {
  const { rows } = await sql<SoldLine>`
    select extra.label, sum(line.quantity)::integer as quantity, sum(line.quantity * line.unit_cents)::float8 as cents
    from ${soldReservations(scope)} r join reservation_lines line on line.reservation_id = r.id
    join trip_extras extra on extra.id = line.source_id
    where line.kind = 'extra' and line.ended_at is null
    group by extra.label order by cents desc, extra.label`.execute(db);
  return rows;
}

/** People and their lines by where they board: '' to be agreed; null: lines of the reservation as a whole. */
export async function soldByPoint(db: Database, scope: Scope): Promise<SoldLine[]> {
  const { rows } = await sql<SoldLine>`
    with sold as materialized ${soldReservations(scope)},
    points as (
      select t.id as trip_id, point ->> 'id' as id, point ->> 'place' as place
      from trips t cross join lateral jsonb_array_elements(t.boarding_points) point
      where t.id in (select trip_id from sold)
    ),
    people as (
      select p.id, p.reservation_id, p.removed_at, coalesce(point.place, '') as place
      from sold join participants p on p.reservation_id = sold.id
      left join points point on point.trip_id = p.trip_id and point.id = p.boarding_point_id::text
    ),
    counted as (
      select place as label, 1 as quantity, 0 as cents from people where removed_at is null
      union all
      select case when line.participant_id is not null then coalesce(people.place, '') end, 0,
        line.quantity * line.unit_cents
      from sold join reservation_lines line on line.reservation_id = sold.id and line.ended_at is null
      left join people on people.id = line.participant_id
    )
    select label, sum(quantity)::integer as quantity, sum(cents)::float8 as cents
    from counted group by label order by quantity desc, label`.execute(db);
  return rows;
}

/** Clients by how many reservations they have made until the end of the period, 4 for more. */
export async function soldByVisits(db: Database, scope: Scope): Promise<SoldRow<number>[]> {
  const { rows } = await sql<SoldRow<number>>`
    select least(visits.number, 4)::integer as key, count(*)::integer as places,
      sum(client.reservations)::integer as reservations, sum(client.cents)::float8 as cents
    from (
      select r.user_id, count(*) as reservations, sum(r.total_cents) as cents
      from ${soldReservations(scope)} r group by r.user_id
    ) client
    cross join lateral (
      select count(*) as number from reservations r
      where r.user_id = client.user_id and r.is_active and r.state <> 'requested'
        and r.created_at < (${scope.to}::timestamp + interval '1 day') at time zone ${scope.timeZone}
    ) visits
    group by 1`.execute(db);
  return rows;
}
