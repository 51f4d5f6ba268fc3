import type { CostAmounts } from '@passeio/contract/trips/trip-costs';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { ofTrip, type Scope, within } from './scope.ts';

export interface DepartureRow {
  id: string;
  title: string;
  departs_at: Date;
}

/** The departures of the period that were sold, and how many places are taken. */
export async function occupiedPlaces(db: Database, scope: Scope) {
  const { rows } = await sql<DepartureRow & { capacity: number; taken: number }>`
    select t.id, t.title, t.departs_at, t.capacity, t.places_taken as taken
    from trips t
    where ${within(sql`t.departs_at`, scope)} and ${ofTrip(sql`t.id`, scope)}
      and t.cancelled_at is null and (t.is_active or t.places_taken > 0)
    order by t.departs_at, t.id`.execute(db);
  return rows;
}

/** Money and costs of the departures of the period. */
export async function moneyOfDepartures(db: Database, scope: Scope) {
  type Row = DepartureRow & { places: number; received: number; missing: number; costs: CostAmounts | null };
  const { rows } = await sql<Row>`
    select t.id, t.title, t.departs_at, money.places, money.received, money.missing,
      case when costs.trip_id is not null then jsonb_build_object('vehicleCents', costs.vehicle_cents,
        'guideCents', costs.guide_cents, 'otherCents', costs.other_cents, 'ticketCents', costs.ticket_cents,
        'mealCents', costs.meal_cents, 'ads', costs.ads) end as costs
    from trips t
    left join trip_costs costs on costs.trip_id = t.id
    cross join lateral (
      select coalesce(sum(places) filter (where state = 'booked'), 0)::integer as places,
        coalesce(sum(received_cents), 0)::float8 as received,
        coalesce(sum(greatest(total_cents - received_cents, 0)) filter (where is_active and state <> 'requested'), 0)::float8
          as missing
      from reservations where trip_id = t.id
    ) money
    where ${within(sql`t.departs_at`, scope)} and ${ofTrip(sql`t.id`, scope)}
      and (t.is_active or money.places > 0 or money.received <> 0 or costs.trip_id is not null)
    order by t.departs_at, t.id`.execute(db);
  return rows;
}
