import {
  DECISION_DAYS,
  DEPARTURES_LISTED,
  type Departure,
  type DepartureList,
} from '@passeio/contract/departures/departures';
import type { Database } from '../../platform/database/connect.ts';
import { AppError } from '../../platform/http/errors.ts';
import { readTimeZone } from '../settings/index.ts';
import { openCancellations } from '../trips/index.ts';
import { presentDeparture } from './departures.present.ts';
import { comingDepartures, countComing, tripsThatBoard } from './departures.queries.ts';

/** The coming departures, those that ask for a decision first, and the trips that board now. */
export async function listDepartures(db: Database): Promise<DepartureList> {
  const timeZone = await readTimeZone(db);
  const today = Temporal.Now.plainDateISO(timeZone);
  const askedUntil = today.add({ days: DECISION_DAYS }).toString();
  const [rows, total, boarding, cancelled] = await Promise.all([
    comingDepartures(db, { timeZone, askedUntil, limit: DEPARTURES_LISTED }),
    countComing(db),
    tripsThatBoard(db),
    openCancellations(db),
  ]);
  return {
    today: today.toString(),
    data: rows.map(presentDeparture),
    total,
    boarding: boarding.map(({ departs_at, ...trip }) => ({ ...trip, date: departs_at.toISOString() })),
    cancelled,
  };
}

/** A coming departure. Throws TRIP_NOT_FOUND. */
export async function readDeparture(db: Database, tripId: string): Promise<Departure> {
  const timeZone = await readTimeZone(db);
  const askedUntil = Temporal.Now.plainDateISO(timeZone).add({ days: DECISION_DAYS }).toString();
  const [row] = await comingDepartures(db, { timeZone, askedUntil, limit: 1, tripId });
  if (!row) throw new AppError('TRIP_NOT_FOUND');
  return presentDeparture(row);
}
