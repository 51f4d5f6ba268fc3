import type {
  CalendarDeparture,
  CalendarPeriod,
  DepartureCalendar,
} from '@passeio/contract/departures/departure-calendar';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { freeDays, readDuties } from '../crew/index.ts';
import { readTimeZone } from '../settings/index.ts';

/** More would not be read by anybody. */
const DEPARTURES_SHOWN = 500;

/** Departures of some days with their vehicles, guides and drivers, and which of these are in conflict. */
export async function readCalendar(db: Database, period: CalendarPeriod): Promise<DepartureCalendar> {
  const timeZone = await readTimeZone(db);
  const rows = await departuresWithin(db, period, timeZone);
  const planned = rows.map(({ id, title, departs_at, returns_at }) => ({
    ...{ tripId: id, title, departsAt: departs_at, returnsAt: returns_at },
  }));
  const { members, rolesOn, conflicts } = await readDuties(db, planned, timeZone);
  return {
    today: Temporal.Now.plainDateISO(timeZone).toString(),
    team: members
      .filter(({ isOffered }) => isOffered)
      .map((member) => ({ id: member.id, name: member.name, freeDays: freeDays(period.from, period.to, member) })),
    data: planned.map((departure, index) => {
      const crew = members.flatMap((member) => {
        const roles = rolesOn(departure.tripId, member.id);
        const { id, name } = member;
        return roles.length > 0 ? [{ id, name, roles, conflicts: conflicts(departure, member) }] : [];
      });
      return { ...presentDeparture(rows[index] as CalendarRow, rows), crew };
    }),
  };
}

function presentDeparture(row: CalendarRow, rows: readonly CalendarRow[]): Omit<CalendarDeparture, 'crew'> {
  return {
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
      .select(['t.id', 't.title', 't.departs_at', 't.returns_at', 't.is_active', 't.places_taken', 't.capacity'])
      .select([dayOf('t.departs_at').as('first_day'), dayOf('t.returns_at').as('last_day')])
      .select([
        sql<Used[]>`coalesce((select json_agg(json_build_object('key', vehicle_id, 'name', name) order by position)
          from trip_vehicles where trip_id = t.id), '[]')`.as('vehicles'),
        // Guides who have only a link: one is known by the name. Who works as one of the team is named there.
        sql<Used[]>`coalesce((select json_agg(json_build_object('key', key, 'name', name) order by name)
          from (select distinct on (searchable(name)) searchable(name) as key, name from guide_links
            where trip_id = t.id and revoked_at is null and erased_at is null and not exists (
              select from trip_crew c join crew_members m on m.id = c.member_id
              where c.trip_id = t.id and searchable(m.name) = searchable(guide_links.name))) guides), '[]')`.as(
          'guides',
        ),
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
