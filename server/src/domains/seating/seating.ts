import type { ErrorCode } from '@passeio/contract/api/errors';
import { nameWithPayer, participantName } from '@passeio/contract/reservations/participant-names';
import { seatKey, seatsItselfAt } from '@passeio/contract/seats/seating';
import type { ReservationSeats, SeatChanges, TripSeats } from '@passeio/contract/seats/seats';
import { type Actor, type AuditEvent, recordAudits } from '../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { mapConstraintErrors } from '../../platform/database/constraints.ts';
import { type Caller, isStaff } from '../../platform/http/access.ts';
import { AppError } from '../../platform/http/errors.ts';
import {
  findReservation,
  initialedName,
  isAdult,
  lockReservation,
  mayOpen,
  reservationSubject,
} from '../reservations/index.ts';
import { readTimeZone } from '../settings/index.ts';
import { findTrip, listFares, lockTrip, presentFare, readTripVehicles, type TripRow } from '../trips/index.ts';
import { clearSeats, letStand, listTravellers, setSeat, type TravellerRow } from './seating.queries.ts';

const refusals: Record<string, ErrorCode> = {
  participants_one_per_seat: 'SEAT_TAKEN',
  participants_seat_of_vehicle: 'SEAT_UNKNOWN',
  participants_vehicle_of_trip: 'SEAT_UNKNOWN',
};

/** A reservation's seats, for its payer and staff. Throws RESERVATION_NOT_FOUND. */
export async function readReservationSeats(db: Database, caller: Caller, id: string): Promise<ReservationSeats> {
  const reservation = await findReservation(db, id);
  if (!reservation || !mayOpen(caller, reservation)) throw new AppError('RESERVATION_NOT_FOUND');
  const trip = await tripOf(db, reservation.trip_id);
  const { vehicles, travellers, isMinor } = await readSeating(db, trip);
  const own = travellers.filter((one) => one.reservation_id === reservation.id);
  const others = travellers.filter((one) => one.reservation_id !== reservation.id);
  return {
    mayChoose: reservation.is_active && mayChoose(caller, trip, new Date()),
    seatsItselfAt: presentMoment(trip),
    vehicles,
    taken: others.flatMap((one) => seatOf(one) ?? []),
    people: own.map((one) => ({
      ...presentPerson(one, isMinor),
      name: participantName(caller.byLink ? { ...one, name: initialedName(one.name) } : one),
    })),
  };
}

/**
 * Seats people of a reservation. Locks it, not the trip: that a seat has one person is the database's rule. Throws
 * SEATS_NOT_CHOSEN where staff seats the clients.
 */
export async function changeReservationSeats(
  trx: DatabaseTransaction,
  { actor, caller }: { actor: Actor; caller: Caller },
  id: string,
  changes: SeatChanges,
): Promise<ReservationSeats> {
  const found = await findReservation(trx, id);
  if (!found || !mayOpen(caller, found)) throw new AppError('RESERVATION_NOT_FOUND');
  const reservation = await lockReservation(trx, found.id);
  if (!reservation?.is_active) throw new AppError('RESERVATION_OVER');
  const trip = await tripOf(trx, reservation.trip_id);
  if (trip.cancelled_at) throw new AppError('TRIP_CANCELLED');
  if (trip.departs_at <= new Date()) throw new AppError('TRIP_DEPARTED');
  if (!mayChoose(caller, trip, new Date())) throw new AppError('SEATS_NOT_CHOSEN');
  const travellers = await listTravellers(trx, trip.id);
  const own = travellers.filter((one) => one.reservation_id === reservation.id);
  await movePeople(trx, actor, { trip, people: own, changes: changes.seats, byStaff: isStaff(caller) });
  return readReservationSeats(trx, caller, reservation.id);
}

/** A trip's seats, for staff. Throws TRIP_NOT_FOUND. */
export async function readTripSeats(db: Database, tripId: string): Promise<TripSeats> {
  const trip = await findTrip(db, 'id', tripId);
  if (!trip) throw new AppError('TRIP_NOT_FOUND');
  const { vehicles, travellers, isMinor } = await readSeating(db, trip);
  return {
    title: trip.title,
    hasDeparted: trip.departs_at <= new Date(),
    seatsItselfAt: presentMoment(trip),
    vehicles,
    people: travellers.map((one) => ({
      ...presentPerson(one, isMinor),
      name: nameWithPayer(one, { name: one.payer_name }),
      reservationId: one.reservation_id,
      code: one.code,
      payer: one.payer_name,
    })),
  };
}

/** Seats people of a trip. */
export async function changeTripSeats(
  trx: DatabaseTransaction,
  actor: Actor,
  tripId: string,
  changes: SeatChanges,
): Promise<TripSeats> {
  const trip = await lockTrip(trx, tripId);
  if (!trip) throw new AppError('TRIP_NOT_FOUND');
  const people = await listTravellers(trx, trip.id);
  await movePeople(trx, actor, { trip, people, changes: changes.seats, byStaff: true });
  return readTripSeats(trx, tripId);
}

interface Move {
  trip: TripRow;
  /** Among whom the changes must be. */
  people: TravellerRow[];
  changes: SeatChanges['seats'];
  byStaff: boolean;
}

/**
 * Everybody stands up first, so that people can change seats with each other; then they sit down in the order of the
 * seats, so that two parties that want the same seats wait for each other in one order. Throws as
 * {@link changeTripSeats}.
 */
export async function movePeople(trx: DatabaseTransaction, actor: Actor, move: Move): Promise<void> {
  const { trip, people, changes, byStaff } = move;
  const moved = changes.flatMap(({ participantId, seat }) => {
    const person = people.find(({ id }) => id === participantId);
    if (!person) throw new AppError('PARTICIPANT_NOT_FOUND');
    const before = seatOf(person);
    const isSame = seat === null ? before === null : before !== null && seatKey(before) === seatKey(seat);
    return isSame ? [] : [{ person, seat }];
  });
  if (moved.length === 0) return;
  await clearSeats(
    trx,
    moved.map(({ person }) => person.id),
  );
  // Before its moment the system also seats people whose seat staff removed.
  if (byStaff && seatsItselfAt(trip.departs_at) <= new Date()) {
    const standing = moved.filter(({ seat }) => seat === null);
    await letStand(
      trx,
      standing.map(({ person }) => person.id),
    );
  }
  const sitting = moved
    .flatMap(({ person, seat }) => (seat ? [{ id: person.id, seat }] : []))
    .toSorted((one, other) => (seatKey(one.seat) < seatKey(other.seat) ? -1 : 1));
  await mapConstraintErrors(refusals, async () => {
    for (const { id, seat } of sitting) await setSeat(trx, id, seat);
  });
  const reservations = Map.groupBy(moved, ({ person }) => person.reservation_id);
  await recordAudits(
    trx,
    actor,
    Array.from(reservations.values(), (rows) => seatsEvent(trip, rows)),
  );
}

function seatsEvent(trip: TripRow, rows: { person: TravellerRow; seat: { seat: string } | null }[]): AuditEvent {
  const [{ person } = { person: undefined }] = rows;
  const { reservation_id = '', code = '', payer_name = '' } = person ?? {};
  const words = (seats: (string | null | undefined)[]) => {
    const known = rows.flatMap((row, index) => (seats[index] ? `${participantName(row.person)}: ${seats[index]}` : []));
    return known.join(', ') || null;
  };
  return {
    action: 'reservation.seats_changed',
    subject: reservationSubject({ id: reservation_id, code }, { name: payer_name }, trip),
    changes: { seats: [words(rows.map((row) => row.person.seat)), words(rows.map((row) => row.seat?.seat))] },
  };
}

/** Staff always; clients where the trip lets them, until departure. */
function mayChoose(caller: Caller, trip: Pick<TripRow, 'seat_choice' | 'departs_at'>, now: Date): boolean {
  return trip.departs_at > now && (trip.seat_choice || isStaff(caller));
}

async function tripOf(db: Database, id: string): Promise<TripRow> {
  const trip = await findTrip(db, 'id', id);
  if (!trip) throw new AppError('TRIP_NOT_FOUND');
  return trip;
}

/** The vehicles of a trip, who travels in them, and who of them is a minor. */
export async function readSeating(db: Database, trip: TripRow) {
  const [rows, travellers, fares, timeZone] = await Promise.all([
    readTripVehicles(db, trip.id),
    listTravellers(db, trip.id),
    listFares(db, [trip.id]),
    readTimeZone(db),
  ]);
  const offered = fares.map(presentFare);
  const departure = { departsAt: trip.departs_at, timeZone };
  return {
    vehicles: rows.map(({ id, name, seat_map }) => ({ id, name, map: seat_map })),
    travellers,
    isMinor: (one: TravellerRow) => !isAdult(one, offered, departure),
  };
}

function presentMoment(trip: Pick<TripRow, 'auto_seating' | 'departs_at'>): string | null {
  return trip.auto_seating ? seatsItselfAt(trip.departs_at).toISOString() : null;
}

function presentPerson(one: TravellerRow, isMinor: (one: TravellerRow) => boolean) {
  return { id: one.id, isMinor: isMinor(one), seat: seatOf(one) };
}

export function seatOf({ trip_vehicle_id, seat }: Pick<TravellerRow, 'trip_vehicle_id' | 'seat'>) {
  return trip_vehicle_id && seat ? { vehicleId: trip_vehicle_id, seat } : null;
}
