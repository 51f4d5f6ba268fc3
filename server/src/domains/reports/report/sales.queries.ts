import type { UnnamedSource } from '@passeio/contract/sources';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { commissionCents } from '../../book/index.ts';
import { ofTrip, reservationsOfDepartures, type Scope, soldReservations, within } from './scope.ts';

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

/** Sales by how many of {@link LEAD_DAYS} have passed, 0 to 7. */
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

interface ReceivedRow extends SoldRow<string> {
  received: number;
}

const sumsWithMoney = sql`${sums}, coalesce(sum(r.received_cents), 0)::float8 as received`;

/** Sales by who sold, with the commission that they have of them; `key` null: nobody. */
export async function soldBySeller(db: Database, scope: Scope) {
  type Row = Omit<ReceivedRow, 'key'> & { key: string | null; commission: number };
  const { rows } = await sql<Row>`
    select s.name as key, ${sumsWithMoney}, coalesce(sum((
        select sum(${commissionCents}) from transfers t
        where t.commission_of = r.id and s.id in (t.from_account, t.to_account))), 0)::float8 as commission
    from ${reservationsOfDepartures(scope)} r left join sellers s on s.id = r.seller_id
    group by s.id order by s.id is null, cents desc, s.id`.execute(db);
  return rows;
}

/**
 * Sales by the last touch, with what ads of the same departures cost: of the source that the link named (`key`), else
 * of its kind.
 */
export async function soldBySource(db: Database, scope: Scope) {
  type Row = ReceivedRow & { kind: UnnamedSource | 'named'; ads: number };
  const { rows } = await sql<Row>`
    with sold as (
      select coalesce(last_touch ->> 'source', '') as key,
        case
          when last_touch ->> 'source' <> '' then 'named'
          when last_touch ? 'seller' then 'seller'
          when last_touch is not null then last_touch ->> 'referrer'
          when channel <> 'site' then channel
          when seller_id is not null then 'seller'
          else 'direct'
        end as kind, places, total_cents, received_cents
      from ${reservationsOfDepartures(scope)} made
    ), sums as (select key, kind, ${sumsWithMoney} from sold r group by key, kind),
    paid as (
      select ad ->> 'source' as key, 'named' as kind, sum((ad ->> 'cents')::integer)::float8 as ads
      from trips t join trip_costs costs on costs.trip_id = t.id cross join jsonb_array_elements(costs.ads) ad
      where ${within(sql`t.departs_at`, scope)} and ${ofTrip(sql`t.id`, scope)}
      group by 1
    )
    select key, kind, coalesce(reservations, 0) as reservations, coalesce(places, 0) as places,
      coalesce(cents, 0) as cents, coalesce(received, 0) as received, coalesce(ads, 0) as ads
    from sums full join paid using (key, kind)
    order by cents desc, key`.execute(db);
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

/** Extras and rooms that trips sell, not what staff agreed by hand; of rooms the nights of each bed. */
export async function soldByExtra(db: Database, scope: Scope): Promise<SoldLine[]> {
  const { rows } = await sql<SoldLine>`
    select coalesce(extra.label, line.label) as label, sum(line.quantity)::integer as quantity, sum(line.quantity * line.unit_cents)::float8 as cents
    from ${soldReservations(scope)} r join reservation_lines line on line.reservation_id = r.id
    left join trip_extras extra on extra.id = line.source_id
    where (line.kind = 'room' or extra.id is not null and line.kind = 'extra') and line.ended_at is null
    group by 1 order by cents desc, 1`.execute(db);
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
