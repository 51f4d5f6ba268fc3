import { createHash } from 'node:crypto';
import { arrangeRooms, conflictsOf, type Guest, type HotelRoom } from '@passeio/contract/boarding/arrange-rooms';
import type { RoomGuests, TripRooms } from '@passeio/contract/boarding/trip-rooms';
import { participantName } from '@passeio/contract/reservations/participant-names';
import { documentTypes } from '@passeio/contract/reservations/participants';
import { ageOnDeparture } from '@passeio/contract/trips/fare-ages';
import { sql } from 'kysely';
import { type Actor, recordAudit } from '../../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { participantNumber } from '../../reservations/index.ts';
import { readTimeZone } from '../../settings/index.ts';
import { findTrip, lockTrip, type TripRow } from '../../trips/index.ts';

/** A room with its name, as "Duplo 3". */
interface NamedRoom extends HotelRoom {
  label: string;
}

/** A guest with what their line of the rooming list says. */
export interface RoomedGuest extends Guest {
  reservationId: string;
  payer: string;
  age: number | null;
  notes: string | null;
  document: string;
  /** Lap children, who have no bed of their own. */
  onLap: string[];
}

/** The rooms of a trip with who sleeps there. */
export interface Rooming {
  trip: TripRow;
  timeZone: string;
  rooms: NamedRoom[];
  guests: RoomedGuest[];
  arranged: Map<string, RoomedGuest[]>;
}

/** Throws TRIP_NOT_FOUND. */
export async function readRooming(db: Database, tripId: string): Promise<Rooming> {
  const trip = await findTrip(db, 'id', tripId);
  if (!trip) throw new AppError('TRIP_NOT_FOUND');
  const timeZone = await readTimeZone(db);
  const rooms = await listHotelRooms(db, tripId);
  const people = await listPeople(db, tripId);
  const guests = people
    .filter((one) => one.takes_place)
    .map((one): RoomedGuest => {
      const children = people.filter((child) => !child.takes_place && child.companion_id === one.id);
      return {
        id: one.id,
        name: participantName(one),
        code: one.code,
        reservationId: one.reservation_id,
        payer: one.payer_name,
        age: one.birthdate ? ageOnDeparture(one.birthdate, trip.departs_at, timeZone) : null,
        roomTypeId: one.room_type_id,
        stayId: one.stay_id,
        share: one.share,
        shareWith: one.share_with,
        needsAccess: one.needs_access,
        roomId: one.room_id,
        notes: one.notes,
        document: one.document_number ? `${documentTypes[one.document_type]} ${one.document_number}` : '',
        onLap: children.map(participantName),
      };
    });
  const byId = new Map(guests.map((one) => [one.id, one]));
  const arranged = [...arrangeRooms(rooms, guests)].map(([id, some]): [string, RoomedGuest[]] => [
    id,
    some.flatMap((one) => byId.get(one.id) ?? []),
  ]);
  return { trip, timeZone, rooms, guests, arranged: new Map(arranged) };
}

async function listHotelRooms(db: Database, tripId: string): Promise<NamedRoom[]> {
  const rows = await db
    .selectFrom('trip_rooms as room')
    .innerJoin('trip_room_types as type', 'type.id', 'room.room_type_id')
    .select(['room.id', 'room.number', 'type.id as roomTypeId', 'type.label', 'type.places'])
    .where('type.trip_id', '=', tripId)
    .orderBy('type.position')
    .orderBy('room.number')
    .execute();
  return rows.map(({ number, label, ...room }) => ({ ...room, label: `${label} ${number}` }));
}

function listPeople(db: Database, tripId: string) {
  return db
    .selectFrom('participants')
    .innerJoin('reservations', 'reservations.id', 'participants.reservation_id')
    .innerJoin('users as payers', 'payers.id', 'reservations.user_id')
    .leftJoin('reservation_lines as line', (join) =>
      join
        .onRef('line.participant_id', '=', 'participants.id')
        .onRef('line.reservation_id', '=', 'participants.reservation_id')
        .on('line.kind', '=', 'room')
        .on('line.ended_at', 'is', null),
    )
    .leftJoin('reservation_rooms as stay', 'stay.id', 'line.source_id')
    .leftJoin('room_places as place', 'place.participant_id', 'participants.id')
    .where('participants.trip_id', '=', tripId)
    .where('participants.is_active', '=', true)
    .where('participants.removed_at', 'is', null)
    .select([
      'participants.id',
      'participants.reservation_id',
      'participants.name',
      'participants.birthdate',
      'participants.takes_place',
      'participants.companion_id',
      'participants.notes',
      'participants.fare_label',
      'participants.document_type',
      'participants.document_number',
      'reservations.code',
      'payers.name as payer_name',
      'stay.id as stay_id',
      'stay.room_type_id',
      'stay.share',
      'stay.share_with',
      'place.room_id',
    ])
    .select(sql<boolean>`coalesce(participants.notes ~* 'cadeira|muleta|mobilidade', false)`.as('needs_access'))
    .select(participantNumber.as('number'))
    .orderBy('reservations.created_at')
    .orderBy('reservations.id')
    .orderBy('participants.position')
    .execute();
}

/** The rooms of a trip for staff, and what changed since the last list. Throws TRIP_NOT_FOUND. */
export async function readTripRooms(db: Database, tripId: string): Promise<TripRooms> {
  const rooming = await readRooming(db, tripId);
  const { trip, rooms, guests, arranged } = rooming;
  const last = await findLastList(db, tripId);
  const placed = new Set([...arranged.values()].flat().map(({ id }) => id));
  return {
    trip: {
      ...{ id: trip.id, title: trip.title, slug: trip.slug, date: trip.departs_at.toISOString() },
      hasDeparted: trip.departs_at <= new Date(),
      hotel: trip.hotel,
    },
    rooms: rooms.map((room) => {
      const some = arranged.get(room.id) ?? [];
      const { id, label, places } = room;
      return { id, label, places, guests: some.map((one) => one.id), conflicts: conflictsOf(room, some) };
    }),
    guests: guests.map(({ notes: _, document: __, onLap: ___, ...guest }) => guest),
    without: guests.filter(({ id }) => !placed.has(id)).map(({ id }) => id),
    lastList: last ? { sentAt: last.sent_at.toISOString(), by: last.name, format: last.format } : null,
    ...(last ? changesSince(last.people, rooming) : { changed: [], alone: [] }),
    gone: last ? await namesGone(db, last.people, rooming) : [],
  };
}

/** Names of the people of a list who do not go any more. */
export async function namesGone(db: Database, before: Record<string, string>, { guests }: Rooming): Promise<string[]> {
  const gone = Object.keys(before).filter((id) => !guests.some((one) => one.id === id));
  if (gone.length === 0) return [];
  const people = await db.selectFrom('participants').select('name').where('id', 'in', gone).orderBy('name').execute();
  return people.map(({ name }) => name || 'Pessoa sem nome');
}

function hashOf(label: string, { name, age, notes, onLap }: RoomedGuest, isAlone: boolean): string {
  const line = [label, name, age, notes, onLap, ...(isAlone ? ['alone'] : [])];
  return createHash('sha256').update(JSON.stringify(line)).digest('base64url');
}

function housed({ rooms, arranged }: Rooming) {
  return rooms.flatMap(({ id, label }) => {
    const some = arranged.get(id) ?? [];
    return some.map((guest) => ({ label, guest, isAlone: some.length === 1 }));
  });
}

/** A hash of each guest's line and of whether they are alone in the room, by their id. */
export function hashesOf(rooming: Rooming): Record<string, string> {
  return Object.fromEntries(
    housed(rooming).map(({ label, guest, isAlone }) => [guest.id, hashOf(label, guest, isAlone)]),
  );
}

/**
 * The guests whose line is new or another one since a list left, and who has been left alone in their room. Others of a
 * room from which somebody left, or to whom somebody came, are not marked: the hotel reads it of that person.
 */
export function changesSince(before: Record<string, string>, rooming: Rooming): { changed: string[]; alone: string[] } {
  const others = housed(rooming).filter(
    ({ label, guest, isAlone }) => before[guest.id] !== hashOf(label, guest, isAlone),
  );
  const isSameLine = ({ label, guest, isAlone }: (typeof others)[number]) =>
    before[guest.id] === hashOf(label, guest, !isAlone);
  return {
    changed: others.filter((one) => !isSameLine(one)).map(({ guest }) => guest.id),
    alone: others.filter((one) => isSameLine(one) && one.isAlone).map(({ guest }) => guest.id),
  };
}

/** The rooming list that left last, with who sent it. */
export function findLastList(db: Database, tripId: string) {
  return db
    .selectFrom('rooming_lists as list')
    .innerJoin('users', 'users.id', 'list.sent_by')
    .select(['list.people', 'list.sent_at', 'list.format', 'users.name'])
    .where('list.trip_id', '=', tripId)
    .orderBy('list.sent_at', 'desc')
    .orderBy('list.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Says who sleeps in a room of a trip. Whoever comes leaves the room where they were: everybody else stays there, and
 * whoever makes way for them takes their beds. Throws TRIP_NOT_FOUND, ROOM_UNKNOWN or PARTICIPANT_NOT_FOUND. */
export async function changeTripRoom(
  trx: DatabaseTransaction,
  actor: Actor,
  { tripId, roomId }: { tripId: string; roomId: string },
  { participantIds }: RoomGuests,
): Promise<TripRooms> {
  const trip = await lockTrip(trx, tripId);
  if (!trip) throw new AppError('TRIP_NOT_FOUND');
  const rooming = await readRooming(trx, tripId);
  const { rooms, guests } = rooming;
  const room = rooms.find(({ id }) => id === roomId.toLowerCase());
  if (!room) throw new AppError('ROOM_UNKNOWN');
  const named = participantIds.map((id) => guests.find((one) => one.id === id));
  if (named.some((one) => one === undefined)) throw new AppError('PARTICIPANT_NOT_FOUND');
  await trx.deleteFrom('room_places').where('room_id', '=', room.id).execute();
  const places = placesAfter(rooming, room, participantIds);
  if (places.length > 0) {
    await trx
      .insertInto('room_places')
      .values(places)
      .onConflict((conflict) => conflict.column('participant_id').doUpdateSet({ room_id: sql.ref('excluded.room_id') }))
      .execute();
  }
  await recordAudit(trx, actor, {
    action: 'trip.room_changed',
    subject: { type: 'trip', id: trip.id, label: trip.title },
    changes: { room: [null, room.label], people: [null, named.map((one) => one?.name).join(', ')] },
  });
  return readTripRooms(trx, tripId);
}

function placesAfter({ rooms, arranged }: Rooming, room: NamedRoom, participantIds: readonly string[]) {
  const idsIn = ({ id }: NamedRoom) => (arranged.get(id) ?? []).map((one) => one.id);
  const others = rooms.filter(({ id }) => id !== room.id);
  const left = others
    .filter((one) => idsIn(one).some((id) => participantIds.includes(id)))
    .map((one) => ({ one, staying: idsIn(one).filter((id) => !participantIds.includes(id)) }));
  const away = idsIn(room).filter((id) => !participantIds.includes(id));
  const [from, ...more] = left;
  if (from && more.length === 0 && from.staying.length + away.length <= from.one.places) from.staying.push(...away);
  const inRoom = (room_id: string) => (participant_id: string) => ({ participant_id, room_id });
  return [...participantIds.map(inRoom(room.id)), ...left.flatMap(({ one, staying }) => staying.map(inRoom(one.id)))];
}
