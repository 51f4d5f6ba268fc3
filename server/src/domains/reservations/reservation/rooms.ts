import { randomUUIDv7 } from 'node:crypto';
import type { Line, LineChange } from '@passeio/contract/lines';
import type { ReservationRoom } from '@passeio/contract/reservations/rooms';
import {
  type ChosenRoom,
  dealBeds,
  nightsOf,
  proposeRooms,
  type RoomOffer,
  type RoomsFault,
  roomLines,
  roomsFault,
  roomsNeeded,
} from '@passeio/contract/room-rules';
import type { RoomType } from '@passeio/contract/trips/room-types';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Schema } from '../../../platform/database/schema/schema.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { listRoomTypes, presentRoomType, type RoomTypeRow, type TripRow } from '../../trips/index.ts';
import { listLines, type StoredLine } from './lines.ts';

/** Somebody of a party who takes a bed. */
export interface Sleeping {
  id: string;
  isAdult: boolean;
}

export type NewRoom = Insertable<Schema['reservation_rooms']>;

/** Rooms that are taken, and the lines of the people in them. */
export interface TakenRooms {
  /** As they are chosen. */
  rooms: readonly ChosenRoom[];
  rows: NewRoom[];
  lines: Line[];
}

export const noRooms: TakenRooms = { rooms: [], rows: [], lines: [] };

/**
 * The rooms of people of a reservation: those that were chosen, or the cheapest private ones that fit. Throws what
 * {@link roomsFault} says; none on a trip without room types.
 */
export function takeRooms(
  offer: RoomOffer,
  reservationId: string,
  chosen: readonly ChosenRoom[] | undefined,
  people: readonly Sleeping[],
): TakenRooms {
  const { types, nights } = offer;
  if (types.length === 0 && !chosen?.length) return noRooms;
  const rooms = chosen ?? proposeRooms(offer, people);
  if (!rooms) throw new AppError('ROOMS_TAKEN', { rooms: 'Não há quartos livres para todas as pessoas.' });
  const fault = roomsFault(types, rooms, people);
  if (fault) throw refusalOf(fault, rooms);
  const dealt = dealBeds(rooms, people) ?? [];
  const taken = rooms.map(({ roomTypeId, share, shareWith }, position) => {
    const id = randomUUIDv7();
    const type = types.find((one) => one.id === roomTypeId);
    const participantIds = (dealt[position] ?? []).flatMap((bed) => people[bed]?.id ?? []);
    const room = { id, reservation_id: reservationId, room_type_id: roomTypeId, position };
    return {
      row: { ...room, share: share ?? null, share_with: shareWith ?? null },
      lines: type ? roomLines(type, { id, share, participantIds }, nights) : [],
    };
  });
  return { rooms, rows: taken.map(({ row }) => row), lines: taken.flatMap(({ lines }) => lines) };
}

function refusalOf(fault: RoomsFault, rooms: readonly ChosenRoom[]): AppError {
  if (!('type' in fault)) return new AppError(fault.code);
  const { code, type } = fault;
  if (code === 'ROOM_TOO_SMALL') return new AppError(code, { rooms: `${type.label}: até ${type.places} por quarto.` });
  const { label, roomsLeft } = type;
  const left = roomsLeft <= 0 ? 'esgotado' : roomsLeft === 1 ? 'resta 1' : `restam ${roomsLeft}`;
  return new AppError(code, { rooms: `${label}: ${left}, e você pediu ${roomsNeeded(type, rooms)}.` });
}

/** A room of a reservation with what its type says. */
export interface RoomRow extends Selectable<Schema['reservation_rooms']> {
  label: string;
  places: number;
}

/** The rooms that lines of reservations name, in order. */
export async function listRooms(db: Database, lines: readonly StoredLine[]): Promise<RoomRow[]> {
  const ids = [...new Set(lines.filter(({ kind }) => kind === 'room').map(({ sourceId }) => sourceId))];
  if (ids.length === 0) return [];
  return db
    .selectFrom('reservation_rooms as room')
    .innerJoin('trip_room_types as type', 'type.id', 'room.room_type_id')
    .selectAll('room')
    .select(['type.label', 'type.places'])
    .where('room.id', 'in', ids)
    .orderBy('room.created_at')
    .orderBy('room.position')
    .orderBy('room.id')
    .execute();
}

/** The rooms of a reservation with their people, as its lines say. */
export function presentRooms(rooms: readonly RoomRow[], lines: readonly StoredLine[]): ReservationRoom[] {
  return rooms.flatMap(({ id, room_type_id, label, places, share, share_with, single_at }) => {
    const participantIds = lines.flatMap((line) =>
      line.kind === 'room' && line.sourceId === id && line.participantId ? [line.participantId] : [],
    );
    const room = { id, roomTypeId: room_type_id, label, places, share, shareWith: share_with };
    return participantIds.length > 0 ? [{ ...room, becameSingle: single_at !== null, participantIds }] : [];
  });
}

/** The rooms of a reservation with their people, of one that has some. */
export async function readRoomsOf(
  db: Database,
  { id, has_rooms }: { id: string; has_rooms: boolean },
): Promise<ReservationRoom[]> {
  if (!has_rooms) return [];
  const lines = await listLines(db, [id]);
  return presentRooms(await listRooms(db, lines), lines);
}

/** What rooms of a trip there are to choose from, if its reservation with these `own` rooms gave them back. */
export async function readRoomOffer(
  db: Database,
  trip: Pick<TripRow, 'id' | 'has_rooms' | 'departs_at' | 'returns_at'>,
  timeZone: string,
  own: readonly ReservationRoom[] = [],
): Promise<{ types: RoomType[]; nights: number }> {
  const rows = await listRoomTypes(db, [trip]);
  return {
    types: rows.map((row) => presentRoomType(released(row, own))),
    nights: nightsOf(trip.departs_at, trip.returns_at, timeZone),
  };
}

function released(row: RoomTypeRow, own: readonly ReservationRoom[]): RoomTypeRow {
  const theirs = own.filter(({ roomTypeId }) => roomTypeId === row.id);
  const sharing = (share: ReservationRoom['share']) =>
    theirs.filter((one) => one.share === share).reduce((sum, { participantIds }) => sum + participantIds.length, 0);
  return {
    ...row,
    private_rooms: row.private_rooms - theirs.filter(({ share }) => share === null).length,
    sharing_women: row.sharing_women - sharing('women'),
    sharing_men: row.sharing_men - sharing('men'),
    sharing_any: row.sharing_any - sharing('any'),
  };
}

/** A reservation's rooms as somebody would choose them again. */
export function chosenAgain(own: readonly ReservationRoom[]): ChosenRoom[] {
  return own.map(({ roomTypeId, share, shareWith, participantIds }) => ({
    roomTypeId,
    people: participantIds.length,
    ...(share && { share }),
    ...(shareWith && { shareWith }),
  }));
}

/**
 * How lines follow other rooms. A room that is chosen again for the same people keeps its lines, whatever its type
 * costs by now.
 */
export function roomChange(
  lines: readonly StoredLine[],
  own: readonly ReservationRoom[],
  taken: TakenRooms,
  staying: ReadonlySet<string>,
): { rows: NewRoom[]; change: LineChange<StoredLine> } {
  const peopleOf = (id: string) =>
    taken.lines.filter(({ sourceId }) => sourceId === id).map((one) => one.participantId);
  const isSame = (row: NewRoom, room: ReservationRoom) =>
    row.room_type_id === room.roomTypeId &&
    (row.share ?? null) === room.share &&
    (row.share_with ?? null) === room.shareWith &&
    new Set([...peopleOf(row.id), ...room.participantIds]).size === room.participantIds.length &&
    peopleOf(row.id).length === room.participantIds.length;
  const kept = taken.rows.flatMap((row) => own.filter((room) => isSame(row, room)).map((room) => [row.id, room.id]));
  const [begun, stays] = [new Set(kept.map(([row]) => row)), new Set(kept.map(([, room]) => room))];
  return {
    rows: taken.rows.filter(({ id }) => !begun.has(id)),
    change: {
      ended: lines.filter(
        ({ kind, sourceId, participantId }) =>
          kind === 'room' && !stays.has(sourceId) && participantId !== null && staying.has(participantId),
      ),
      added: taken.lines.filter(({ sourceId }) => !begun.has(sourceId)),
    },
  };
}

/** Throws ROOMS_TAKEN where the rooms of an ended reservation of a locked trip are taken by now. */
export async function requireRoomsAgain(
  db: Database,
  trip: TripRow,
  { id, has_rooms }: { id: string; has_rooms: boolean },
  timeZone: string,
): Promise<void> {
  if (!has_rooms) return;
  const rooms = chosenAgain(await readRoomsOf(db, { id, has_rooms }));
  const { types } = await readRoomOffer(db, trip, timeZone);
  const type = types.find((one) => roomsNeeded(one, rooms) > one.roomsLeft);
  if (type) throw refusalOf({ code: 'ROOMS_TAKEN', type }, rooms);
}

/** Days in which a reservation whose shared room became a single may be cancelled free of charge. */
export const FREE_CANCELLATION_DAYS = 7;

/** Who of a reservation shares with nobody, as they were notified, or had to take a single for that reason of late. */
export async function listReleased(db: Database, reservationId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('reservation_rooms as room')
    .innerJoin('reservation_lines as line', (join) =>
      join.onRef('line.source_id', '=', 'room.id').onRef('line.reservation_id', '=', 'room.reservation_id'),
    )
    .select('line.participant_id')
    .where('room.reservation_id', '=', reservationId)
    .where('line.kind', '=', 'room')
    .where('line.ended_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb.and([eb('room.share', 'is not', null), eb('room.warned_at', 'is not', null)]),
        eb('room.single_at', '>', sql<Date>`now() - make_interval(days => ${FREE_CANCELLATION_DAYS})`),
      ]),
    )
    .execute();
  return rows.flatMap(({ participant_id }) => participant_id ?? []);
}

/** Writes rooms of a locked reservation that `has_rooms`, whose lines follow. */
export async function insertRooms(trx: DatabaseTransaction, rows: readonly NewRoom[]): Promise<void> {
  if (rows.length > 0)
    await trx
      .insertInto('reservation_rooms')
      .values([...rows])
      .execute();
}
