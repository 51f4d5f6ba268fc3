import { calendarPages } from '@passeio/contract/departures/calendar-address';
import { plural } from '@passeio/contract/words';
import ical, { ICalEventStatus } from 'ical-generator';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { ExportedFile } from '../../platform/http/send-file.ts';
import { findByCalendarAddress } from '../users/index.ts';

/** Days for which departures stay in the calendar. */
const DAYS_AFTER = 90;
/** More would not be read by anybody. */
const MAX_DEPARTURES = 1_000;
const REFRESH_SECONDS = 3_600;

/**
 * The departures of whoever has a secret address, as an iCalendar file: all of them for staff, for a guide those that
 * they lead. It names nobody. Throws CALENDAR_OVER, also for people who are neither any more.
 */
export async function readCalendarFile(db: Database, publicUrl: string, secret: string): Promise<ExportedFile> {
  const reader = await findByCalendarAddress(db, secret);
  if (!reader) throw new AppError('CALENDAR_OVER');
  const { name } = await db.selectFrom('operator').select('name').executeTakeFirstOrThrow();
  const departures = await findDepartures(db, reader);
  const calendar = ical({ name: `Saídas · ${name}`, prodId: '//Passeio//Passeio//PT', ttl: REFRESH_SECONDS });
  const page = reader.role === 'GUIDE' ? calendarPages.guide : calendarPages.staff;
  for (const departure of departures) {
    // Instants are in UTC, so that no VTIMEZONE is needed. SEQUENCE grows with every change of the trip.
    calendar.createEvent({
      id: `saida-${departure.id}@${new URL(publicUrl).hostname}`,
      sequence: departure.version,
      stamp: departure.updated_at,
      lastModified: departure.updated_at,
      start: departure.departs_at,
      end: departure.returns_at,
      summary: departure.title,
      status: statusOf(departure),
      location: departure.boarding_points[0]?.place ?? null,
      description: descriptionOf(departure),
      url: publicUrl + page(departure.id),
    });
  }
  const content = Buffer.from(calendar.toString());
  return { name: 'saidas.ics', mediaType: 'text/calendar; charset=utf-8', content };
}

interface Departure {
  id: string;
  title: string;
  departs_at: Date;
  returns_at: Date;
  boarding_points: { time: string; place: string }[];
  places_taken: number;
  capacity: number;
  is_active: boolean;
  cancelled_at: Date | null;
  version: number;
  updated_at: Date;
}

function findDepartures(db: Database, { id, role }: { id: string; role: string }): Promise<Departure[]> {
  return db
    .selectFrom('trips')
    .select(['trips.id', 'title', 'departs_at', 'returns_at', 'places_taken', 'capacity', 'is_active'])
    .select(['cancelled_at', 'trips.version', 'updated_at'])
    .select(sql<Departure['boarding_points']>`boarding_points`.as('boarding_points'))
    .where('archived_at', 'is', null)
    .where('returns_at', '>', sql<Date>`now() - make_interval(days => ${sql.lit(DAYS_AFTER)})`)
    .$if(role === 'GUIDE', (query) =>
      query.where((eb) =>
        eb.exists(
          eb
            .selectFrom('crew_of_trips as c')
            .innerJoin('crew_members as m', 'm.id', 'c.member_id')
            .select('m.id')
            .whereRef('c.trip_id', '=', 'trips.id')
            .where('c.role', '=', 'guide')
            .where('m.user_id', '=', id),
        ),
      ),
    )
    .orderBy('departs_at')
    .orderBy('trips.id')
    .limit(MAX_DEPARTURES)
    .execute();
}

function statusOf({ cancelled_at, is_active }: Departure): ICalEventStatus {
  if (cancelled_at) return ICalEventStatus.CANCELLED;
  return is_active ? ICalEventStatus.CONFIRMED : ICalEventStatus.TENTATIVE;
}

function descriptionOf({ boarding_points, places_taken, capacity, cancelled_at, is_active }: Departure): string {
  const boarding = boarding_points.map(({ time, place }) => `${time} – ${place}`);
  return [
    cancelled_at ? 'Saída cancelada' : !is_active && 'Fora da venda',
    `${places_taken} de ${plural(capacity, 'vaga vendida', 'vagas vendidas')}`,
    boarding.length > 0 && `Embarque:\n${boarding.join('\n')}`,
  ]
    .filter(Boolean)
    .join('\n\n');
}
