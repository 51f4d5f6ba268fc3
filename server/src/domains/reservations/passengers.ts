import type {
  Candidate,
  Passenger,
  PassengerDraft,
  PassengerFilters,
  PassengerList,
} from '@passeio/contract/passengers';
import { type Actor, recordView } from '../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { AppError } from '../../platform/http/errors.ts';
import { readTimeZone } from '../settings/index.ts';
import { findTrip } from '../trips/index.ts';
import { createGuestPerson, findPerson, findTravellers, maskCpf } from '../users/index.ts';
import { presentPassenger, presentPassengerTrip, presentTotals } from './passengers.present.ts';
import { listPassengers, passengersAmong, readPassengerRow, sumPassengers } from './passengers.queries.ts';
import { takePlaceInLockedTrip } from './take-place.ts';

/** Views within this time are one audit entry. */
const VIEW_DEDUPLICATION_MINUTES = 10;
const MAX_CANDIDATES = 10;

/** A page of a trip's passengers, with trip and totals. Audited. Throws TRIP_NOT_FOUND. */
export async function openPassengers(
  db: Database,
  actor: Actor,
  tripId: string,
  filters: PassengerFilters,
): Promise<PassengerList> {
  const now = new Date();
  const trip = await findTrip(db, 'id', tripId);
  if (!trip) throw new AppError('TRIP_NOT_FOUND');
  const subject = { type: 'trip', id: trip.id, label: trip.title } as const;
  await recordView(db, actor, { action: 'trip.passengers_opened', subject }, VIEW_DEDUPLICATION_MINUTES);
  const timeZone = await readTimeZone(db);
  const [{ rows, total }, sums] = await Promise.all([
    listPassengers(db, tripId, { ...filters, timeZone }),
    sumPassengers(db, tripId, timeZone),
  ]);
  return {
    data: rows.map((row) => presentPassenger(row, now)),
    page: { number: filters.page, size: filters.size, total },
    trip: presentPassengerTrip(trip, now),
    totals: presentTotals(sums),
  };
}

/**
 * Adds a known person or a new guest to a trip. One transaction.
 * Throws PERSON_NOT_FOUND, PERSON_KNOWN and what taking a place throws.
 */
export async function addPassenger(
  trx: DatabaseTransaction,
  actor: Actor,
  tripId: string,
  { personId, person: guest, boardingPointId = null }: PassengerDraft,
): Promise<Passenger> {
  const person = guest ? await createGuestPerson(trx, actor, guest) : await findPerson(trx, personId ?? '');
  if (!person || person.is_disabled) throw new AppError('PERSON_NOT_FOUND');
  const { reservation } = await takePlaceInLockedTrip(trx, tripId, (trip) => ({
    actor,
    person,
    channel: 'operator',
    boardingPointId,
    changes: { boardingPoint: [null, boardingPlace(trip, boardingPointId)] },
  }));
  return readPassenger(trx, reservation);
}

/** Up to ten people who could be added to a trip, by name. Throws TRIP_NOT_FOUND. */
export async function findCandidates(db: Database, tripId: string, q: string): Promise<Candidate[]> {
  if (!(await findTrip(db, 'id', tripId))) throw new AppError('TRIP_NOT_FOUND');
  const people = await findTravellers(db, q, MAX_CANDIDATES);
  const ids = people.map(({ id }) => id);
  const passengers = await passengersAmong(db, tripId, ids);
  return people.map(({ id, name, cpf, contact, email }) => ({
    id,
    name,
    maskedCpf: maskCpf(cpf),
    contact,
    email,
    isPassenger: passengers.has(id),
  }));
}

/** A reservation as its trip's list shows it. */
export async function readPassenger(
  db: Database,
  { id, trip_id }: { id: string; trip_id: string },
): Promise<Passenger> {
  const timeZone = await readTimeZone(db);
  return presentPassenger(await readPassengerRow(db, { tripId: trip_id, reservationId: id, timeZone }), new Date());
}

/** A boarding point as audit entries show it. */
export function boardingPlace(
  trip: { boarding_points: { id: string; time: string; place: string }[] },
  id: string | null,
): string | null {
  const point = trip.boarding_points.find((one) => one.id === id);
  return point ? `${point.time} ${point.place}` : null;
}
