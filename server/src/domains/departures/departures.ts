import {
  DECISION_DAYS,
  DEPARTURES_LISTED,
  type Departure,
  type DepartureList,
} from '@passeio/contract/departures/departures';
import type { Database } from '../../platform/database/connect.ts';
import { AppError } from '../../platform/http/errors.ts';
import { readTimeZone } from '../settings/index.ts';
import { openCancellations, presentCosts } from '../trips/index.ts';
import { comingDepartures, countComing, type DepartureRow, tripsThatBoard } from './departures.queries.ts';

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

function presentDeparture(row: DepartureRow): Departure {
  const { vehicle_cents, guide_cents, other_cents, ticket_cents, meal_cents, version } = row;
  return {
    id: row.id,
    title: row.title,
    date: row.departs_at.toISOString(),
    capacity: row.capacity,
    minParticipants: row.min_participants,
    decisionDate: row.decision_date,
    priceCents: row.price_cents,
    booked: { places: row.booked_places ?? 0, totalCents: row.booked_cents ?? 0 },
    heldPlaces: row.held_places ?? 0,
    receivedCents: row.received_cents ?? 0,
    expectedCents: row.expected_cents ?? 0,
    costs: presentCosts({ vehicle_cents, guide_cents, other_cents, ticket_cents, meal_cents, version }),
    guarantee: row.guaranteed_at && {
      at: row.guaranteed_at.toISOString(),
      by: row.guaranteed_by_name ?? '',
      told: row.guarantee_told_at !== null,
    },
    asks: row.asks,
  };
}
