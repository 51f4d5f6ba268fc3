// Without schemas, so that the portal's scripts do not carry them.

import { isSameLabel } from './fare-labels.ts';
import { calendarDayAt } from './format-moments.ts';
import type { Line } from './lines.ts';
import { inProportion } from './proportion.ts';
import { plural } from './words.ts';

/** A room type as a choice depends on it. */
export interface RoomType {
  id: string;
  label: string;
  places: number;
  priceCents: number;
  per: 'stay' | 'night';
  emptyBedCents: number;
  roomsLeft: number;
  bedsLeft: Record<RoomShare, number>;
}

/** People with whom somebody is ready to share a room. */
export const roomShares = { women: 'Só com mulheres', men: 'Só com homens', any: 'Com qualquer pessoa' } as const;
export type RoomShare = keyof typeof roomShares;

/** Whether a bed is for an adult: who shares with strangers is one, and no room has children alone. */
export interface Sleeper {
  isAdult: boolean;
}

/** A room of a party: private, or beds in rooms that are shared. `shareWith`: with whom they would like to share. */
export interface ChosenRoom {
  roomTypeId: string;
  people: number;
  share?: RoomShare | undefined;
  shareWith?: string | undefined;
}

/** What choosing rooms depends on. */
export interface RoomOffer {
  types: readonly RoomType[];
  nights: number;
}

/** The nights of a trip by the calendar of `timeZone`. */
export function nightsOf(departsAt: string | Date, returnsAt: string | Date, timeZone: string): number {
  const [from, to] = [departsAt, returnsAt].map((at) => {
    const { year, month, day } = calendarDayAt(at, timeZone);
    return Date.UTC(year, month - 1, day);
  });
  return Math.round(((to ?? 0) - (from ?? 0)) / 86_400_000);
}

/** The times that a price of a room type counts. */
function timesOf({ per }: Pick<RoomType, 'per'>, nights: number): number {
  return per === 'night' ? Math.max(nights, 1) : 1;
}

/** What a room costs its people beside their fares. */
export function roomCents(
  type: Pick<RoomType, 'per' | 'places' | 'priceCents' | 'emptyBedCents'>,
  { people, share }: Pick<ChosenRoom, 'people' | 'share'>,
  nights: number,
): number {
  const empty = share ? 0 : (type.places - people) * type.emptyBedCents;
  return timesOf(type, nights) * (people * type.priceCents + empty);
}

/** Rooms of one type for so many people. */
interface Block {
  type: RoomType;
  rooms: number;
  guests: number;
}

interface Proposal {
  cents: number;
  beds: number;
  blocks: Block[];
}

/** How many adults of a party share rooms, and with whom. */
export interface Sharing {
  share: RoomShare;
  sharers: number;
}

/**
 * The cheapest private rooms for people of whom no child is alone in one; of several that cost the same the fewest
 * rooms, then those with the fewest beds, then those of the first types. With `sharing` so many adults have beds in
 * shared rooms of one type instead. Undefined where too few are left.
 */
export function proposeRooms(
  offer: RoomOffer,
  sleepers: readonly Sleeper[],
  sharing?: Sharing,
): ChosenRoom[] | undefined {
  if (!sharing) return proposePrivate(offer, sleepers);
  const proposals = offer.types.flatMap((type) => {
    const rooms = proposeShared(offer, type, { sleepers, ...sharing });
    return rooms ? [{ rooms, cents: centsOf(offer, rooms) }] : [];
  });
  const [first, ...others] = proposals;
  return first && others.reduce((one, other) => (other.cents < one.cents ? other : one), first).rooms;
}

function centsOf({ types, nights }: RoomOffer, rooms: readonly ChosenRoom[]): number {
  return rooms.reduce((sum, room) => {
    const type = types.find(({ id }) => id === room.roomTypeId);
    return sum + (type ? roomCents(type, room, nights) : 0);
  }, 0);
}

function proposeShared(
  offer: RoomOffer,
  type: RoomType,
  { sleepers, share, sharers }: Sharing & { sleepers: readonly Sleeper[] },
): ChosenRoom[] | undefined {
  const { id: roomTypeId, places } = type;
  const adults = sleepers.filter(({ isAdult }) => isAdult);
  const children = sleepers.filter(({ isAdult }) => !isAdult);
  if (places === 1 || adults.length < sharers || (adults.length === sharers && children.length > 0)) return undefined;
  const shared = Array.from({ length: Math.ceil(sharers / places) }, (_, index) => {
    return { roomTypeId, people: Math.min(places, sharers - index * places), share };
  });
  const left = offer.types.map((one) => ({ ...one, roomsLeft: one.roomsLeft - roomsNeeded(one, shared) }));
  if (left.some(({ id, roomsLeft }) => id === roomTypeId && roomsLeft < 0)) return undefined;
  const alone = proposePrivate({ ...offer, types: left }, [...adults.slice(sharers), ...children]);
  return alone && [...alone, ...shared];
}

function proposePrivate({ types, nights }: RoomOffer, sleepers: readonly Sleeper[]): ChosenRoom[] | undefined {
  const people = sleepers.length;
  const mostRooms = sleepers.filter(({ isAdult }) => isAdult).length || people;
  // The cheapest way, by how many rooms are used and how many people are in them.
  let best = new Map<number, Proposal>([[0, { cents: 0, beds: 0, blocks: [] }]]);
  const keyOf = (rooms: number, housed: number) => rooms * (people + 1) + housed;
  for (const type of types) {
    const after = new Map(best);
    for (const [key, before] of best) {
      const [taken, housed] = [Math.floor(key / (people + 1)), key % (people + 1)];
      for (let rooms = 1; rooms <= Math.min(type.roomsLeft, people - housed, mostRooms - taken); rooms += 1) {
        for (let guests = rooms; guests <= Math.min(rooms * type.places, people - housed); guests += 1) {
          const proposal = withBlock(before, { type, rooms, guests }, nights);
          const next = keyOf(taken + rooms, housed + guests);
          const known = after.get(next);
          if (!known || isCheaper(proposal, known)) after.set(next, proposal);
        }
      }
    }
    best = after;
  }
  const housed = Array.from({ length: mostRooms + 1 }, (_, rooms) => best.get(keyOf(rooms, people)) ?? []).flat();
  const [first, ...others] = housed;
  const cheapest = first && others.reduce((one, other) => (other.cents < one.cents ? other : one), first);
  return cheapest?.blocks.flatMap(fillRooms);
}

function withBlock({ cents, beds, blocks }: Proposal, block: Block, nights: number): Proposal {
  const { type, rooms, guests } = block;
  const price =
    timesOf(type, nights) * (guests * type.priceCents + (rooms * type.places - guests) * type.emptyBedCents);
  return { cents: cents + price, beds: beds + rooms * type.places, blocks: [...blocks, block] };
}

function isCheaper(one: Proposal, other: Proposal): boolean {
  return one.cents === other.cents ? one.beds < other.beds : one.cents < other.cents;
}

function fillRooms({ type: { id: roomTypeId, places }, rooms, guests }: Block): ChosenRoom[] {
  let left = guests;
  return Array.from({ length: rooms }, (_, index) => {
    const people = Math.min(places, left - (rooms - index - 1));
    left -= people;
    return { roomTypeId, people };
  });
}

/** The rooms of a party with one person more: in a free bed of a private one, else in the cheapest room that is left. */
export function withOneMore(offer: RoomOffer, rooms: readonly ChosenRoom[]): ChosenRoom[] | undefined {
  const placesOf = ({ roomTypeId }: ChosenRoom) => offer.types.find(({ id }) => id === roomTypeId)?.places ?? 0;
  const free = rooms.findIndex((room) => !room.share && room.people < placesOf(room));
  const joined = rooms[free];
  if (joined) return rooms.with(free, { ...joined, people: joined.people + 1 });
  const left = offer.types.map((type) => ({ ...type, roomsLeft: type.roomsLeft - roomsNeeded(type, rooms) }));
  const more = proposeRooms({ ...offer, types: left }, [{ isAdult: true }]);
  return more && [...rooms, ...more];
}

/** Rooms of another departure as they are named here, while they fit; else the cheapest private ones. */
export function roomsAgain(
  offer: RoomOffer,
  rooms: readonly (ChosenRoom & { label: string; places: number })[],
  sleepers: readonly Sleeper[],
): ChosenRoom[] | undefined {
  const same = rooms.flatMap(({ label, places, roomTypeId: _, ...room }) => {
    const type = offer.types.find((one) => isSameLabel(one.label, label) && one.places === places);
    return type ? [{ ...room, roomTypeId: type.id }] : [];
  });
  return rooms.length > 0 && !roomsFault(offer.types, same, sleepers) ? same : proposeRooms(offer, sleepers);
}

/** Who of a party shares rooms, and with whom; undefined where nobody does. */
export function sharingOf(rooms: readonly ChosenRoom[]): Sharing | undefined {
  const shared = rooms.filter(({ share }) => share);
  const [{ share } = {}] = shared;
  return share && { share, sharers: shared.reduce((sum, { people }) => sum + people, 0) };
}

/** Why a party cannot have the rooms that it chose. */
export type RoomsFault =
  | { code: 'ROOMS_REQUIRED' | 'ROOMS_OF_PARTY' | 'ROOM_WITHOUT_ADULT' | 'ROOM_UNKNOWN' }
  | { code: 'ROOM_TOO_SMALL' | 'ROOMS_TAKEN'; type: RoomType };

/** Checks rooms against the people who take a bed: everybody has one, and there are enough of them. */
export function roomsFault(
  types: readonly RoomType[],
  rooms: readonly ChosenRoom[],
  sleepers: readonly Sleeper[],
): RoomsFault | undefined {
  if (rooms.length === 0) return sleepers.length > 0 ? { code: 'ROOMS_REQUIRED' } : undefined;
  for (const { roomTypeId, people, share } of rooms) {
    const type = types.find(({ id }) => id === roomTypeId);
    if (!type) return { code: 'ROOM_UNKNOWN' };
    if (people > type.places || people < 1 || (share && type.places === 1)) return { code: 'ROOM_TOO_SMALL', type };
  }
  if (rooms.reduce((sum, { people }) => sum + people, 0) !== sleepers.length) return { code: 'ROOMS_OF_PARTY' };
  if (!dealBeds(rooms, sleepers)) return { code: 'ROOM_WITHOUT_ADULT' };
  const type = types.find((one) => roomsNeeded(one, rooms) > one.roomsLeft);
  return type && { code: 'ROOMS_TAKEN', type };
}

/** How many rooms of a type that nobody has are taken by these. */
export function roomsNeeded({ id, places, bedsLeft }: RoomType, rooms: readonly ChosenRoom[]): number {
  const own = rooms.filter(({ roomTypeId }) => roomTypeId === id);
  const shared = (Object.keys(roomShares) as RoomShare[]).map((share) => {
    const people = own.filter((one) => one.share === share).reduce((sum, one) => sum + one.people, 0);
    return Math.ceil(Math.max(people - bedsLeft[share], 0) / places);
  });
  return own.filter(({ share }) => !share).length + shared.reduce((sum, one) => sum + one, 0);
}

/** What is left of a type whose rooms these were taken of. */
export function roomTypeAfter(type: RoomType, rooms: readonly ChosenRoom[]): RoomType {
  const own = rooms.filter(({ roomTypeId }) => roomTypeId === type.id);
  const bedsLeft = { ...type.bedsLeft };
  for (const { share, people } of own) if (share) bedsLeft[share] -= people;
  for (const share of Object.keys(roomShares) as RoomShare[]) {
    // Beds that were missing are of rooms that are begun.
    bedsLeft[share] += Math.ceil(Math.max(-bedsLeft[share], 0) / type.places) * type.places;
  }
  return { ...type, roomsLeft: type.roomsLeft - roomsNeeded(type, rooms), bedsLeft };
}

/**
 * Who sleeps in which room, as indexes of `sleepers`: in order, but so that no child is alone in a room or shares one
 * with strangers. Undefined where there are too few adults.
 */
export function dealBeds(
  rooms: readonly Pick<ChosenRoom, 'people' | 'share'>[],
  sleepers: readonly Sleeper[],
): number[][] | undefined {
  let next = 0;
  const dealt = rooms.map(({ people }) => Array.from({ length: people }, () => next++));
  const isChild = (index: number) => sleepers[index]?.isAdult === false;
  if (!sleepers.some(({ isAdult }) => isAdult)) return rooms.some(({ share }) => share) ? undefined : dealt;
  const isWrong = (beds: readonly number[], index: number) =>
    beds.some(isChild) && (rooms[index]?.share !== undefined || beds.every(isChild));
  const order = [...dealt.keys()].toSorted((one, other) => Number(!rooms[one]?.share) - Number(!rooms[other]?.share));
  for (const index of order) {
    const beds = dealt[index] ?? [];
    while (isWrong(beds, index)) {
      const giving = dealt.find(
        (other, at) => at !== index && !rooms[at]?.share && other.filter((one) => !isChild(one)).length > 1,
      );
      const child = beds.findLastIndex(isChild);
      const adult = giving?.findLastIndex((one) => !isChild(one)) ?? -1;
      if (!giving || adult < 0) return undefined;
      [beds[child], giving[adult]] = [giving[adult] as number, beds[child] as number];
    }
  }
  return dealt;
}

/** The lines of the people of a room, whose id is their source. */
export function roomLines(
  type: Pick<RoomType, 'label' | 'per' | 'places' | 'priceCents' | 'emptyBedCents'>,
  {
    id,
    share,
    participantIds,
  }: { id: string; share?: RoomShare | null | undefined; participantIds: readonly string[] },
  nights: number,
): Line[] {
  const people = participantIds.length;
  if (people === 0) return [];
  const empty = share ? 0 : (type.places - people) * type.emptyBedCents;
  const supplements = inProportion(empty, Array<number>(people).fill(1));
  return participantIds.map((participantId, index) => ({
    participantId,
    kind: 'room',
    label: roomLabel(type, { people, share }),
    quantity: timesOf(type, nights),
    unitCents: type.priceCents + (supplements[index] ?? 0),
    sourceId: id,
  }));
}

/** As "Duplo", "Duplo (single)" or "Duplo (dividido)". */
export function roomLabel(
  { label, places }: Pick<RoomType, 'label' | 'places'>,
  { people, share }: { people: number; share?: RoomShare | null | undefined },
): string {
  if (share) return `${label} (dividido)`;
  return people === 1 && places > 1 ? `${label} (single)` : label;
}

/** As "1 Duplo e 1 Triplo". */
export function roomsText(types: readonly Pick<RoomType, 'id' | 'label'>[], rooms: readonly ChosenRoom[]): string {
  const named = types.flatMap(({ id, label }) => {
    const own = rooms.filter(({ roomTypeId }) => roomTypeId === id);
    const beds = own.filter(({ share }) => share).reduce((sum, { people }) => sum + people, 0);
    const whole = own.filter(({ share }) => !share).length;
    return [
      ...(whole > 0 ? [`${whole} ${label}`] : []),
      ...(beds > 0 ? [`${plural(beds, 'cama', 'camas')} em ${label} dividido`] : []),
    ];
  });
  return new Intl.ListFormat('pt-BR').format(named);
}

/** Why rooms do not fit the people who take a bed; undefined where they do. */
export function roomsReasonOf(
  { types }: RoomOffer,
  rooms: readonly ChosenRoom[],
  sleepers: readonly Sleeper[],
): string | undefined {
  const fault = roomsFault(types, rooms, sleepers);
  switch (fault?.code) {
    case undefined:
      return undefined;
    case 'ROOMS_REQUIRED':
      return 'Escolha os quartos.';
    case 'ROOMS_OF_PARTY': {
      const beds = rooms.reduce((sum, { people }) => sum + people, 0);
      return `Os quartos são para ${plural(beds, 'pessoa')}, e vão ${sleepers.length}.`;
    }
    case 'ROOM_WITHOUT_ADULT':
      return 'Criança fica em quarto com um adulto do grupo, e não divide com outras pessoas.';
    case 'ROOM_TOO_SMALL':
      return `${fault.type.label}: até ${plural(fault.type.places, 'pessoa')} por quarto.`;
    case 'ROOMS_TAKEN': {
      const { label, roomsLeft } = fault.type;
      if (roomsLeft <= 0) return `${label}: não há mais quartos.`;
      return `${label}: ${roomsLeft === 1 ? 'resta 1 quarto' : `restam ${roomsLeft} quartos`}.`;
    }
    case 'ROOM_UNKNOWN':
      return 'Os quartos deste passeio mudaram. Escolha de novo.';
  }
}
