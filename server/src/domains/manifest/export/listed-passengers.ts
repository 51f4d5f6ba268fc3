import type { PassengerColumn, PassengerGroup } from '@passeio/contract/boarding/passengers';
import type { Answer } from '@passeio/contract/reservations/answers';
import type { ReservationStatus } from '@passeio/contract/reservations/reservation-status';
import type { SoldExtra } from '@passeio/contract/trips/extras';
import type { AskedQuestion } from '@passeio/contract/trips/questions';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/http/errors.ts';
import {
  answersByPerson,
  extrasByPerson,
  listAnswersOfTrip,
  listSoldExtras,
  statusOfRow,
} from '../../reservations/index.ts';
import { readBrand, readTimeZone } from '../../settings/index.ts';
import { findTrip, listAskedQuestions, listTripVehicles, type TripRow } from '../../trips/index.ts';
import { type PassengerRow, passengersToList, summarizeParties } from '../passengers/passengers.queries.ts';

/** A passenger with the status of the reservation, and their extras as in the list on the screen. */
export type ListedPassenger = PassengerRow & {
  status: ReservationStatus;
  isFirstOfReservation: boolean;
  extras: SoldExtra[];
  answers: Answer[];
};

/** The data of every format of the passenger list. */
export interface ListedPassengers {
  operator: { name: string; cnpj: string; cadastur: string; phone: string };
  trip: TripRow;
  /** Departure in the operator's time zone, as in "2026-12-05" and "04:30". */
  departure: { date: string; time: string };
  timeZone: string;
  group: PassengerGroup;
  /** Whether the trip has a vehicle with a seat map. */
  hasSeats: boolean;
  /** What the trip asks, and what it asked before and somebody who is going answered. */
  questions: AskedQuestion[];
  /** Everybody who is going, by boarding order or reservation, then name. */
  rows: ListedPassenger[];
}

/** Throws TRIP_NOT_FOUND. */
export async function readListedPassengers(
  db: Database,
  tripId: string,
  group: PassengerGroup,
): Promise<ListedPassengers> {
  const trip = await findTrip(db, 'id', tripId);
  if (!trip) throw new AppError('TRIP_NOT_FOUND');
  const timeZone = await readTimeZone(db);
  const [operator, rows, vehicles, sold, asked, answers] = await Promise.all([
    readBrand(db),
    passengersToList(db, tripId, timeZone, group),
    listTripVehicles(db, [tripId]),
    listSoldExtras(db, tripId),
    listAskedQuestions(db, tripId),
    listAnswersOfTrip(db, tripId),
  ]);
  const departsAt = Temporal.Instant.from(trip.departs_at.toISOString()).toZonedDateTimeISO(timeZone);
  const departure = {
    date: departsAt.toPlainDate().toString(),
    time: departsAt.toPlainTime().toString({ smallestUnit: 'minute' }),
  };
  const hasSeats = vehicles.length > 0;
  const extrasOf = extrasByPerson(sold);
  const answersOf = answersByPerson(answers);
  const listed = (await withStatus(db, rows, timeZone)).map((row) => ({
    ...row,
    extras: extrasOf(row),
    answers: answersOf(row),
  }));
  const questions = asked.filter(({ id, isAsked }) => isAsked || answers.some((one) => one.question_id === id));
  return { operator, trip, departure, timeZone, group, hasSeats, questions, rows: listed };
}

async function withStatus(
  db: Database,
  rows: PassengerRow[],
  timeZone: string,
): Promise<Omit<ListedPassenger, 'extras' | 'answers'>[]> {
  const ids = [...new Set(rows.map((row) => row.reservation_id))];
  const parties = Map.groupBy(await summarizeParties(db, ids, timeZone), (one) => one.reservation_id);
  const now = new Date();
  const seen = new Set<string>();
  return rows.map((row) => {
    const isFirstOfReservation = !seen.has(row.reservation_id);
    seen.add(row.reservation_id);
    const people = parties.get(row.reservation_id) ?? [];
    const status = statusOfRow(row, { ...row, people, now, reader: 'staff' });
    return { ...row, status, isFirstOfReservation };
  });
}

/** The columns without the one that the groups' headings show. */
export function groupColumns(chosen: readonly PassengerColumn[], group: PassengerGroup): PassengerColumn[] {
  return chosen.filter((column) => column !== (group === 'boarding' ? 'boarding' : 'code'));
}

/** Passengers by boarding point, those without one last; or by reservation. */
export function groupsOf(rows: ListedPassenger[], group: PassengerGroup): { label: string; rows: ListedPassenger[] }[] {
  const keyOf = (row: ListedPassenger) =>
    group === 'boarding' ? (row.boarding_point?.id ?? null) : row.reservation_id;
  return [...Map.groupBy(rows, keyOf).values()].map((people) => ({ label: labelOf(people[0], group), rows: people }));
}

function labelOf(row: ListedPassenger | undefined, group: PassengerGroup): string {
  if (group === 'reservation') return row ? `${row.code} – ${row.payer_name}` : '';
  return boardingText(row?.boarding_point ?? null);
}

/** A boarding point as in "05:00 – Rodoviária". */
export function boardingText(point: { time: string; place: string } | null): string {
  return point ? `${point.time} – ${point.place}` : 'A combinar';
}
