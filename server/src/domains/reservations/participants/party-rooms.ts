import type { LineChange } from '@passeio/contract/lines';
import type { ReservationRoom } from '@passeio/contract/reservations/rooms';
import { type ChosenRoom, roomLines, withOneMore } from '@passeio/contract/room-rules';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { TripRow } from '../../trips/index.ts';
import { changeReservation } from '../reservation/change-reservation.ts';
import type { StoredLine } from '../reservation/lines.ts';
import type { Person } from '../reservation/person.ts';
import {
  chosenAgain,
  insertRooms,
  listRooms,
  presentRooms,
  readRoomOffer,
  roomChange,
  takeRooms,
} from '../reservation/rooms.ts';
import { isAdultOf, type OpenParty } from './open-party.ts';

type RoomedParty = Pick<OpenParty, 'trip' | 'reservation' | 'lines' | 'fares' | 'departure'>;

/** The rooms of a reservation. */
export async function readOwnRooms(db: Database, { lines }: Pick<OpenParty, 'lines'>): Promise<ReservationRoom[]> {
  return presentRooms(await listRooms(db, lines), lines);
}

/** Writes other rooms for those of `people` who stay and take a bed. Returns how their lines follow. */
export async function writeRoomsOf(
  trx: DatabaseTransaction,
  party: RoomedParty,
  people: readonly Person[],
  chosen: readonly ChosenRoom[] | undefined,
): Promise<LineChange<StoredLine>> {
  const { reservation, trip, lines, departure } = party;
  const own = await readOwnRooms(trx, party);
  const staying = people.filter((one) => one.removed_at === null);
  const sleepers = staying
    .filter((one) => one.takes_place)
    .map((one) => ({ id: one.id, isAdult: isAdultOf(party, { ...one, boarding_point_id: null }) }));
  const offer = await readRoomOffer(trx, trip, departure.timeZone, own);
  const taken = takeRooms(offer, reservation.id, chosen, sleepers);
  const { rows, change } = roomChange(lines, own, taken, new Set(staying.map(({ id }) => id)));
  if (rows.length > 0 && !reservation.has_rooms) await changeReservation(trx, reservation.id, { has_rooms: true });
  await insertRooms(trx, rows);
  return change;
}

/**
 * As {@link writeRoomsOf} with somebody more, who by default gets a bed that is free in a room of the party, or else
 * the cheapest private room. Whom staff adds without a choice has no room yet.
 */
export async function writeRoomsWithMore(
  trx: DatabaseTransaction,
  party: OpenParty,
  people: readonly Person[],
  chosen: readonly ChosenRoom[] | undefined,
): Promise<LineChange<StoredLine>> {
  const isMore = people.some((one) => one.takes_place && !party.people.some(({ id }) => id === one.id));
  if (!party.trip.has_rooms || !isMore || (party.editor === 'staff' && !chosen)) return { ended: [], added: [] };
  const own = await readOwnRooms(trx, party);
  const offer = await readRoomOffer(trx, party.trip, party.departure.timeZone, own);
  return writeRoomsOf(trx, party, people, chosen ?? withOneMore(offer, chosenAgain(own)));
}

/**
 * How the lines of people who stay follow the beds of their private rooms that become empty with those who leave; only
 * where the payer accepts it.
 */
export async function occupancyAfter(
  db: Database,
  party: Pick<OpenParty, 'lines' | 'departure'> & {
    trip: Pick<TripRow, 'id' | 'has_rooms' | 'departs_at' | 'returns_at'>;
  },
  leaving: readonly { id: string }[],
): Promise<LineChange<StoredLine>> {
  const own = (await readOwnRooms(db, party)).filter(({ share }) => share === null);
  const { types, nights } = await readRoomOffer(db, party.trip, party.departure.timeZone);
  const changes = own.flatMap(({ id, roomTypeId, participantIds }) => {
    const type = types.find((one) => one.id === roomTypeId);
    const staying = participantIds.filter((person) => !leaving.some((one) => one.id === person));
    if (!type || staying.length === 0 || staying.length === participantIds.length) return [];
    return roomLines(type, { id, participantIds: staying }, nights);
  });
  const lineOf = (person: string | null) =>
    party.lines.find(({ kind, participantId }) => kind === 'room' && participantId === person);
  // What stays the same needs no other line.
  const added = changes.filter(({ participantId, unitCents }) => lineOf(participantId)?.unitCents !== unitCents);
  return { ended: added.flatMap(({ participantId }) => lineOf(participantId) ?? []), added };
}
