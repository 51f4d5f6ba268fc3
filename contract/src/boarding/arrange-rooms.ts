import type { RoomShare } from '../room-rules.ts';

/** A room of the hotel. */
export interface HotelRoom {
  id: string;
  roomTypeId: string;
  places: number;
}

/**
 * Somebody who takes a bed. `stayId`: the room of their reservation, which is shared with others where there is a
 * `share`; null: it is to be agreed. `roomId`: where staff put them; null: as it is proposed.
 */
export interface Guest {
  id: string;
  name: string;
  code: string;
  roomTypeId: string | null;
  stayId: string | null;
  share: RoomShare | null;
  shareWith: string | null;
  needsAccess: boolean;
  roomId: string | null;
}

/** People of one stay who are not placed yet. */
interface Block {
  guests: Guest[];
  first: Guest;
  index: number;
}

/** Who sleeps in which room: as staff put them, all others so that families stay together and sharers are paired. */
export function arrangeRooms(rooms: readonly HotelRoom[], guests: readonly Guest[]): Map<string, Guest[]> {
  const placed = new Map<string, Guest[]>(rooms.map(({ id }) => [id, []]));
  for (const guest of guests) if (guest.roomId) placed.get(guest.roomId)?.push(guest);
  const isPlaced = ({ roomId }: Guest) => roomId !== null && placed.has(roomId);
  const open = guests.filter((one) => !isPlaced(one) && one.stayId !== null);
  const blocks = [...Map.groupBy(open, ({ stayId }) => stayId).values()].flatMap((some, index): Block[] =>
    some[0] ? [{ guests: some, first: some[0], index }] : [],
  );
  const needsAccess = ({ guests: some }: Block) => some.some((one) => one.needsAccess);
  const inOrder = blocks.toSorted(
    (one, other) =>
      Number(needsAccess(other)) - Number(needsAccess(one)) ||
      Number(one.first.share !== null) - Number(other.first.share !== null) ||
      other.guests.length * Number(other.first.share !== null) - one.guests.length * Number(one.first.share !== null) ||
      one.index - other.index,
  );
  for (const block of inOrder) placeBlock({ rooms, placed, guests }, block);
  return placed;
}

interface Hotel {
  rooms: readonly HotelRoom[];
  placed: Map<string, Guest[]>;
  guests: readonly Guest[];
}

function placeBlock(hotel: Hotel, { guests, first }: Block): void {
  const { rooms, placed } = hotel;
  const ofType = rooms.filter(({ roomTypeId }) => roomTypeId === first.roomTypeId);
  const inRoom = ({ id }: HotelRoom) => placed.get(id) ?? [];
  const left = (room: HotelRoom) => room.places - inRoom(room).length;
  const put = (room: HotelRoom | undefined, some: readonly Guest[]) => room && inRoom(room).push(...some);
  const withOwn = ofType.find(
    (room) => inRoom(room).some(({ stayId }) => stayId === first.stayId) && left(room) >= guests.length,
  );
  const empty = ofType.find((room) => inRoom(room).length === 0 && room.places >= guests.length);
  if (first.share === null) {
    put(withOwn ?? empty, guests);
    return;
  }
  const shared = ofType.filter((room) => {
    const others = inRoom(room);
    return others.length > 0 && others.every(({ share }) => share === first.share);
  });
  const fitting = shared.filter((room) => left(room) >= guests.length);
  const named = fitting.find((room) =>
    inRoom(room).some((one) => guests.some((own) => wants(own, one) || wants(one, own))),
  );
  // Who waits for somebody by name stays free for them as long as there are other beds.
  const isFree = (room: HotelRoom) =>
    !inRoom(room).some((one) => hotel.guests.some((other) => isOpen(hotel, other) && wants(one, other)));
  const fullest = fitting.toSorted(
    (one, other) => Number(isFree(other)) - Number(isFree(one)) || left(one) - left(other),
  )[0];
  const sharers = hotel.guests.filter(
    ({ roomTypeId, share }) => roomTypeId === first.roomTypeId && share === first.share,
  );
  const mayOpen = shared.length < Math.ceil(sharers.length / (ofType[0]?.places ?? 1));
  const begun = mayOpen ? empty : undefined;
  const room = withOwn ?? named ?? (fullest && (isFree(fullest) || !begun) ? fullest : begun);
  if (room) {
    put(room, guests);
    return;
  }
  // No room has so many beds: they sleep apart.
  for (const guest of guests) put(shared.find((one) => left(one) > 0) ?? empty, [guest]);
}

function isOpen({ placed }: Hotel, guest: Guest): boolean {
  return ![...placed.values()].some((some) => some.includes(guest));
}

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();

/** Whether somebody named somebody else to share with, by name or by the code of the reservation. */
function wants({ shareWith }: Guest, { name, code }: Guest): boolean {
  if (!shareWith) return false;
  const words = plain(shareWith);
  const [first = ''] = plain(name).split(' ');
  return (
    words.includes(plain(code)) ||
    (name !== '' && words.includes(plain(name))) ||
    (first.length > 2 && words.split(/[^\p{L}]+/u).includes(first))
  );
}

/** What is wrong with a room: more people than beds, strangers in a private room, or others than they share with. */
export type RoomConflict = 'overfull' | 'strangers' | 'shares' | 'type';

export const roomConflictTexts: Record<RoomConflict, string> = {
  overfull: 'Mais pessoas que camas',
  strangers: 'Gente de reservas diferentes em quarto que não é dividido',
  shares: 'Quem divide pediu outra companhia',
  type: 'Alguém reservou outro tipo de quarto',
};

export function conflictsOf(room: HotelRoom, guests: readonly Guest[]): RoomConflict[] {
  const stays = new Set(guests.map(({ stayId }) => stayId));
  const conflicts: [RoomConflict, boolean][] = [
    ['overfull', guests.length > room.places],
    ['strangers', stays.size > 1 && guests.some(({ share }) => share === null)],
    ['shares', new Set(guests.flatMap(({ share }) => share ?? [])).size > 1],
    ['type', guests.some(({ roomTypeId }) => roomTypeId !== null && roomTypeId !== room.roomTypeId)],
  ];
  return conflicts.flatMap(([conflict, is]) => (is ? [conflict] : []));
}

/** Who shares a room, but has it alone. */
export function aloneIn(arranged: ReadonlyMap<string, readonly Guest[]>): Guest[] {
  return [...arranged.values()].flatMap((guests) =>
    guests.length === 1 ? guests.filter(({ share }) => share !== null) : [],
  );
}
