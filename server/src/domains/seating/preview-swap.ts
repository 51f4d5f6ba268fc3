import { createHash } from 'node:crypto';
import { nameWithPayer, participantName } from '@passeio/contract/reservations/participant-names';
import { type SwappedPerson, swapSeats } from '@passeio/contract/seats/seat-swap';
import type { SeatedVehicle, SeatRef } from '@passeio/contract/seats/seating';
import type { VehicleSwap, VehicleSwapDraft } from '@passeio/contract/seats/vehicle-swaps';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { AppError } from '../../platform/http/errors.ts';
import { isAdult } from '../reservations/index.ts';
import { readTimeZone } from '../settings/index.ts';
import {
  chosenVehicles,
  findTrip,
  listFares,
  overlapsOf,
  presentFare,
  readTripVehicles,
  seatsIn,
  sizeWith,
  type TripRow,
  type TripVehicleRow,
  transportOf,
} from '../trips/index.ts';
import { findVehicles } from '../vehicles/index.ts';
import { listTravellers, type TravellerRow } from './seating.queries.ts';

async function countReservationsOf(db: Database, tripId: string): Promise<number> {
  const { total } = await db
    .selectFrom('reservations')
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .where('trip_id', '=', tripId)
    .where('is_active', '=', true)
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Seats people who have no seat. `vehicleId`: the trip's copy. */
export async function setSeats(
  trx: DatabaseTransaction,
  seats: { id: string; vehicleId: string; seat: string }[],
): Promise<void> {
  await sql`
    update participants set trip_vehicle_id = s."vehicleId", seat = s.seat
    from jsonb_to_recordset(${JSON.stringify(seats)}::jsonb) as s (id uuid, "vehicleId" uuid, seat text)
    where participants.id = s.id`.execute(trx);
}

type SwapChoice = Pick<VehicleSwapDraft, 'vehicleIds' | 'seatsEverybody'>;

/** A swap as it would be saved. Seats refer to the operator's vehicles, which a trip has once each. */
export interface PlannedSwap {
  preview: VehicleSwap;
  served: TripVehicleRow[];
  vehicles: TripVehicleRow[];
  travellers: TravellerRow[];
  swapped: SwappedPerson[];
}

/**
 * What giving a trip other vehicles would do. Throws INVALID_INPUT for a vehicle that is not offered, and for those
 * that it has.
 */
export async function previewSwap(db: Database, tripId: string, choice: SwapChoice): Promise<VehicleSwap> {
  const trip = await findTrip(db, 'id', tripId);
  return (await planSwap(db, requireSwappable(trip), choice)).preview;
}

export function requireSwappable(trip: TripRow | undefined): TripRow {
  if (!trip) throw new AppError('TRIP_NOT_FOUND');
  if (trip.archived_at) throw new AppError('TRIP_ARCHIVED');
  if (trip.cancelled_at) throw new AppError('TRIP_CANCELLED');
  if (trip.departs_at <= new Date()) throw new AppError('TRIP_DEPARTED');
  return trip;
}

export async function planSwap(
  db: Database,
  trip: TripRow,
  { vehicleIds, seatsEverybody }: SwapChoice,
): Promise<PlannedSwap> {
  const served = await readTripVehicles(db, trip.id);
  const stays = ({ vehicle_id }: TripVehicleRow) => served.some((one) => one.vehicle_id === vehicle_id);
  const vehicles = await chosenVehicles(db, trip.id, vehicleIds, served);
  if (vehicles.length === served.length && vehicles.every(stays)) {
    throw new AppError('INVALID_INPUT', { vehicleIds: 'O passeio já está com estes veículos. Escolha outro.' });
  }
  const travellers = await listTravellers(db, trip.id);
  const isMinor = await minors(db, trip);
  const fleetId = new Map(served.map(({ id, vehicle_id }) => [id, vehicle_id]));
  const swapped = swapSeats({
    people: travellers.map((one) => ({
      ...{ id: one.id, partyId: one.reservation_id, isMinor: isMinor(one) },
      seat: seatOf(one, fleetId),
    })),
    before: served.map(seatedVehicle),
    after: vehicles.map(seatedVehicle),
    seatsEverybody,
  });
  const fleet = await findVehicles(db, vehicleIds);
  const added = vehicles.filter((row) => !stays(row));
  const planned = { tripId: trip.id, vehicles: added, departsAt: trip.departs_at, returnsAt: trip.returns_at };
  const preview = {
    vehicles: vehicles.map((row) => ({
      ...{ vehicleId: row.vehicle_id, name: row.name, seats: row.seats, map: row.seat_map },
      plate: fleet.find(({ id }) => id === row.vehicle_id)?.plate ?? '',
      stays: stays(row),
    })),
    transport: { before: trip.vehicle, after: transportOf(trip.vehicle, vehicles) },
    ...sizes(trip, served, vehicles),
    people: presentPeople({ served, vehicles, travellers, swapped }),
    touched: touched({ served, vehicles, travellers, swapped }),
    travelling: await countReservationsOf(db, trip.id),
    overlaps: await overlapsOf(db, planned),
  };
  const fingerprint = createHash('sha256').update(JSON.stringify(preview)).digest('base64url');
  return { preview: { fingerprint, ...preview }, served, vehicles, travellers, swapped };
}

function sizes(trip: TripRow, served: TripVehicleRow[], vehicles: TripVehicleRow[]) {
  const after = sizeWith(trip, served, vehicles);
  return {
    capacity: { before: trip.capacity, after: after.capacity },
    minParticipants: { before: trip.min_participants, after: after.min_participants },
    placesTaken: trip.places_taken,
    short: Math.max(trip.places_taken + trip.places_set_aside - seatsIn(vehicles), 0),
  };
}

type Swapping = Omit<PlannedSwap, 'preview'>;

function presentPeople({ served, vehicles, travellers, swapped }: Swapping): VehicleSwap['people'] {
  return travellers.flatMap((one, index) => {
    const result = swapped[index];
    if (!result) return [];
    const { outcome, from, to } = result;
    const name = nameWithPayer(one, { name: one.payer_name });
    return [
      {
        ...{ id: one.id, name, code: one.code, payer: one.payer_name, outcome },
        from: from && { seat: from.seat, vehicle: nameOf(from, served) },
        to: to && { vehicleId: to.vehicleId, seat: to.seat, vehicle: nameOf(to, vehicles) },
      },
    ];
  });
}

// In words: people who keep the number are touched if there are several vehicles now, of which theirs has to be said.
function touched({ served, vehicles, travellers, swapped }: Swapping): VehicleSwap['touched'] {
  const words = (seat: SeatRef | null, all: TripVehicleRow[]) => {
    if (!seat) return 'sem poltrona';
    return all.length > 1 ? `${seat.seat} (${nameOf(seat, all)})` : seat.seat;
  };
  const changes = travellers.flatMap((person, index) => {
    const { from = null, to = null } = swapped[index] ?? {};
    const [old, now] = [words(from, served), words(to, vehicles)];
    return old === now ? [] : [{ person, old, now }];
  });
  return Array.from(Map.groupBy(changes, ({ person }) => person.reservation_id).values(), (rows) => {
    const joined = (key: 'old' | 'now') => rows.map((row) => `${participantName(row.person)}: ${row[key]}`).join(', ');
    const [{ person } = { person: undefined }] = rows;
    const { reservation_id: id = '', code = '', payer_name: payer = '', payer_email } = person ?? {};
    return { id, code, payer, hasEmail: Boolean(payer_email), old: joined('old'), new: joined('now') };
  });
}

function nameOf({ vehicleId }: SeatRef, vehicles: TripVehicleRow[]): string {
  return vehicles.find(({ vehicle_id }) => vehicle_id === vehicleId)?.name ?? '';
}

function seatedVehicle({ vehicle_id, seat_map }: TripVehicleRow): SeatedVehicle {
  return { id: vehicle_id, map: seat_map };
}

function seatOf({ trip_vehicle_id, seat }: TravellerRow, fleetId: Map<string, string>): SeatRef | null {
  const vehicleId = trip_vehicle_id ? fleetId.get(trip_vehicle_id) : undefined;
  return vehicleId && seat ? { vehicleId, seat } : null;
}

async function minors(db: Database, trip: TripRow): Promise<(one: TravellerRow) => boolean> {
  const [fares, timeZone] = [(await listFares(db, [trip.id])).map(presentFare), await readTimeZone(db)];
  return (one) => !isAdult(one, fares, { departsAt: trip.departs_at, timeZone });
}
