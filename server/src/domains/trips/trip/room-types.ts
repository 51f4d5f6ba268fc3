import { randomUUIDv7 } from 'node:crypto';
import { isSameLabel } from '@passeio/contract/fare-labels';
import { keysOf } from '@passeio/contract/table';
import { type RoomType, type RoomTypeDraft, roomType } from '@passeio/contract/trips/room-types';
import { plural } from '@passeio/contract/words';
import { type Insertable, type Selectable, sql } from 'kysely';
import { columnName, excludedColumns, fromColumns, toColumns } from '../../../platform/database/column-names.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Schema } from '../../../platform/database/schema/schema.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { TripRow } from './trips.queries.ts';

/** A row of the table with what is left of it. */
export type RoomTypeRow = Selectable<Schema['trip_room_types']>;

/** The fields of a room type that are columns. */
const roomTypeFields = keysOf(roomType.omit({ roomsLeft: true, bedsLeft: true }).shape);

const shares = ['women', 'men', 'any'] as const;

/** Rooms of a type that somebody has: private ones, and those of each kind that people share. */
function takenRooms(row: Omit<RoomTypeRow, 'trip_id' | 'position' | 'ended_at'>): number {
  return shares.reduce((sum, share) => sum + Math.ceil(row[`sharing_${share}`] / row.places), row.private_rooms);
}

const none = { private_rooms: 0, sharing_women: 0, sharing_men: 0, sharing_any: 0 };

/**
 * The rows of a trip's drafted room types, in their order. `known` are those that it offers; a draft without an id that
 * has the label of one of them keeps its id. Throws INVALID_INPUT for an id that is not of this trip, and ROOMS_TAKEN
 * for fewer rooms than are taken, for another size of taken ones, and for one with people that is left out.
 */
export function roomTypesOfDraft(tripId: string, drafts: RoomTypeDraft[], known: RoomTypeRow[]): RoomTypeRow[] {
  const free = new Map(known.map((one) => [one.id, one]));
  const take = (id: string | undefined) => {
    const found = id === undefined ? undefined : free.get(id);
    if (found) free.delete(found.id);
    return found;
  };
  const byId = drafts.map(({ id }) => {
    const found = take(id?.toLowerCase());
    if (id === undefined || found) return found;
    throw new AppError('INVALID_INPUT', {
      roomTypes: 'Há um tipo de quarto que não é deste passeio. Recarregue a página e tente de novo.',
    });
  });
  const rows = drafts.map((draft, position) => {
    const before = byId[position] ?? take([...free.values()].find(({ label }) => isSameLabel(label, draft.label))?.id);
    if (before) requireTaken(before, draft, position);
    const counted = before ?? none;
    const { private_rooms, sharing_women, sharing_men, sharing_any } = counted;
    return {
      ...toColumns(draft),
      ...{ private_rooms, sharing_women, sharing_men, sharing_any },
      id: before?.id ?? randomUUIDv7(),
      trip_id: tripId,
      position,
      ended_at: null,
    };
  });
  const left = [...free.values()].find((one) => takenRooms(one) > 0);
  if (left)
    throw new AppError('ROOMS_TAKEN', { roomTypes: `${left.label}: ${takenText(left)}, e o tipo não pode sair.` });
  return rows;
}

function requireTaken(before: RoomTypeRow, { label, count, places }: RoomTypeDraft, position: number): void {
  const taken = takenRooms(before);
  if (count < taken)
    throw new AppError('ROOMS_TAKEN', { [`roomTypes.${position}.count`]: `${label}: ${takenText(before)}.` });
  if (places !== before.places && taken > 0) {
    throw new AppError('ROOMS_TAKEN', {
      [`roomTypes.${position}.places`]: `${label}: ${takenText(before)}, e o tamanho não pode mudar.`,
    });
  }
}

const takenText = (row: RoomTypeRow) => plural(takenRooms(row), 'quarto já está ocupado', 'quartos já estão ocupados');

export function presentRoomType(row: RoomTypeRow): RoomType {
  const bedsLeft = shares.map((share) => {
    const people = row[`sharing_${share}`];
    return [share, Math.ceil(people / row.places) * row.places - people];
  });
  return {
    ...fromColumns(row, roomTypeFields),
    roomsLeft: Math.max(row.count - takenRooms(row), 0),
    bedsLeft: Object.fromEntries(bedsLeft),
  };
}

/** The room types that these trips offer, by trip and position. */
export async function listRoomTypes(
  db: Database,
  trips: readonly Pick<TripRow, 'id' | 'has_rooms'>[],
): Promise<RoomTypeRow[]> {
  const ids = trips.filter((trip) => trip.has_rooms).map(({ id }) => id);
  if (ids.length === 0) return [];
  return db
    .selectFrom('trip_room_types')
    .selectAll()
    .where('trip_id', 'in', ids)
    .where('ended_at', 'is', null)
    .orderBy('trip_id')
    .orderBy('position')
    .execute();
}

/**
 * Makes these rows what a locked trip offers: inserts those without a stored id, updates the others; of the rest those
 * that somebody had end, and the others are deleted. What is taken is counted by the database alone.
 */
export async function writeRoomTypes(trx: DatabaseTransaction, tripId: string, types: RoomTypeRow[]): Promise<void> {
  const ids = types.map(({ id }) => id);
  const rest = sql<boolean>`trip_id = ${tripId} and ended_at is null and id <> all (${ids}::uuid[])`;
  const wasSold = sql<boolean>`exists (select from reservation_rooms where room_type_id = trip_room_types.id)`;
  await trx.updateTable('trip_room_types').set({ ended_at: new Date() }).where(rest).where(wasSold).execute();
  await trx.deleteFrom('trip_room_types').where(rest).execute();
  if (types.length === 0) return;
  const columns = ['id', 'trip_id', 'position', ...roomTypeFields.map(columnName)] as const;
  const rows = types.map((type) => Object.fromEntries(columns.map((column) => [column, type[column]])));
  await trx
    .insertInto('trip_room_types')
    .values(rows as unknown as Insertable<Schema['trip_room_types']>[])
    .onConflict((conflict) => conflict.column('id').doUpdateSet(excludedColumns(roomTypeFields)))
    .execute();
  await writeRooms(trx, types);
}

// As many numbered rooms of each type as there are; whom staff assigned to one that is gone is proposed another.
async function writeRooms(trx: DatabaseTransaction, types: readonly RoomTypeRow[]): Promise<void> {
  for (const { id, count } of types) {
    await trx.deleteFrom('trip_rooms').where('room_type_id', '=', id).where('number', '>', count).execute();
    await sql`
      insert into trip_rooms (id, room_type_id, number)
      select uuidv7(), ${id}, number from generate_series(1, ${count}::integer) number
      on conflict (room_type_id, number) do nothing`.execute(trx);
  }
}

/** Copies of room types for another trip, with nobody in them. */
export function copiesOfRoomTypes(tripId: string, types: readonly RoomTypeRow[]): RoomTypeRow[] {
  return types.map((type) => ({ ...type, ...none, id: randomUUIDv7(), trip_id: tripId }));
}
