import type {
  CalendarDeparture,
  CalendarPeriod,
  DepartureCalendar,
} from '@passeio/contract/departures/departure-calendar';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { readTimeZone } from '../settings/index.ts';

/** More would not be read by anybody. */
const DEPARTURES_SHOWN = 500;

/** Departures of some days with their vehicles and guides, and which of these are on two at once. */
export async function readCalendar(db: Database, period: CalendarPeriod): Promise<DepartureCalendar> {
  const timeZone = await readTimeZone(db);
  const rows = await departuresWithin(db, period, timeZone);
  return {
    today: Temporal.Now.plainDateISO(timeZone).toString(),
    data: rows.map(
      (row): CalendarDeparture => ({
        id: row.id,
        title: row.title,
        date: row.departs_at.toISOString(),
        firstDay: row.first_day,
        lastDay: row.last_day,
        isActive: row.is_active,
        placesTaken: row.places_taken,
        capacity: row.capacity,
        vehicles: row.vehicles.map(({ name }) => name),
        guides: row.guides.map(({ name }) => name),
        conflicts: conflictsOf(row, rows),
      }),
    ),
  };
}

interface Used {
  key: string;
  name: string;
}

function departuresWithin(db: Database, { from, to }: CalendarPeriod, timeZone: string) {
  const dayOf = (column: string) => sql<string>`(${sql.ref(column)} at time zone ${timeZone})::date::text`;
  return (
    db
      .selectFrom('trips as t')
      .select(['t.id', 't.title', 't.departs_at', 't.is_active', 't.places_taken', 't.capacity'])
      .select([dayOf('t.departs_at').as('first_day'), dayOf('t.returns_at').as('last_day')])
      .select([
        sql<Used[]>`coalesce((select json_agg(json_build_object('key', vehicle_id, 'name', name) order by position)
          from trip_vehicles where trip_id = t.id), '[]')`.as('vehicles'),
        // Guides have no account: one is known by the name.
        sql<Used[]>`coalesce((select json_agg(json_build_object('key', key, 'name', name) order by name)
          from (select distinct on (searchable(name)) searchable(name) as key, name from guide_links
            where trip_id = t.id and revoked_at is null and erased_at is null) guides), '[]')`.as('guides'),
      ])
      .where('t.archived_at', 'is', null)
      .where('t.cancelled_at', 'is', null)
      .where('t.departs_at', '<', sql<Date>`(${to}::timestamp + interval '1 day') at time zone ${timeZone}`)
      .where('t.returns_at', '>=', sql<Date>`${from}::timestamp at time zone ${timeZone}`)
      // No trip is that long: an index has those that departed since.
      .where('t.departs_at', '>', sql<Date>`${from}::timestamp at time zone ${timeZone} - interval '60 days'`)
      .orderBy('t.departs_at')
      .orderBy('t.id')
      .limit(DEPARTURES_SHOWN)
      .execute()
  );
}
type CalendarRow = Awaited<ReturnType<typeof departuresWithin>>[number];

function conflictsOf(row: CalendarRow, rows: readonly CalendarRow[]): CalendarDeparture['conflicts'] {
  const meanwhile = rows.filter(
    (other) => other !== row && other.first_day <= row.last_day && other.last_day >= row.first_day,
  );
  return meanwhile.flatMap((other) =>
    [...sharedBy(row.vehicles, other.vehicles), ...sharedBy(row.guides, other.guides)].map(({ name }) => ({
      ...{ name, otherId: other.id, otherTitle: other.title },
    })),
  );
}

function sharedBy(some: readonly Used[], others: readonly Used[]): Used[] {
  return some.filter(({ key }) => others.some((other) => other.key === key));
}
