import {
  DEPOSIT_EXPECTED_HOURS,
  OVERVIEW_DAYS,
  type Overview,
  type OverviewReservationFilters,
} from '@passeio/contract/overview';
import type { Database } from '../../platform/database/connect.ts';
import { readTimeZone } from '../settings/index.ts';
import { presentReservation, presentTrip } from './overview.present.ts';
import {
  dueByMonth,
  listDue,
  listOverdue,
  listTaken,
  nextDepartures,
  overdueDeposits,
  reservationsPerDay,
  tripsBelowMinimum,
} from './overview.queries.ts';

const TRIPS_SHOWN = 8;
const HOUR_MS = 60 * 60 * 1000;

/** The operator's day at a glance; every number of it comes with the list behind it, see {@link findReservations}. */
export async function readOverview(db: Database): Promise<Overview> {
  const timeZone = await readTimeZone(db);
  const today = Temporal.Now.plainDateISO(timeZone);
  const firstDay = today.subtract({ days: OVERVIEW_DAYS - 1 });
  const [departures, perDay, months, overdue, belowMinimum] = await Promise.all([
    nextDepartures(db, TRIPS_SHOWN),
    reservationsPerDay(db, firstDay.toString(), today.toString(), timeZone),
    dueByMonth(db, timeZone),
    overdueDeposits(db, depositsExpectedSince()),
    tripsBelowMinimum(db, TRIPS_SHOWN),
  ]);
  return {
    today: today.toString(),
    departures: { total: departures.total, data: departures.rows.map(presentTrip) },
    reservationsPerDay: perDay,
    due: {
      cents: months.reduce((sum, { cents }) => sum + cents, 0),
      reservations: months.reduce((sum, { reservations }) => sum + reservations, 0),
      months,
    },
    overdueDeposits: overdue,
    belowMinimum: { total: belowMinimum.total, data: belowMinimum.rows.map(presentTrip) },
  };
}

/** A page of the reservations behind a number of the overview. */
export async function findReservations(db: Database, filters: OverviewReservationFilters) {
  const { rows, total } = await listOf(db, filters, await readTimeZone(db));
  return { data: rows.map(presentReservation), page: { number: filters.page, size: filters.size, total } };
}

function listOf(db: Database, { list, date, month, page, size }: OverviewReservationFilters, timeZone: string) {
  const range = { size, offset: (page - 1) * size };
  switch (list) {
    case 'taken':
      return listTaken(db, date ?? Temporal.Now.plainDateISO(timeZone).toString(), timeZone, range);
    case 'due':
      return listDue(db, month, timeZone, range);
    case 'overdueDeposits':
      return listOverdue(db, depositsExpectedSince(), range);
  }
}

function depositsExpectedSince(): Date {
  return new Date(Date.now() - DEPOSIT_EXPECTED_HOURS * HOUR_MS);
}
