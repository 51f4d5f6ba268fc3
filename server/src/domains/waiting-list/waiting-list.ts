import { randomUUIDv7 } from 'node:crypto';
import { sleepersOf } from '@passeio/contract/reservations/quote';
import { MAX_SHARE_WITH } from '@passeio/contract/reservations/rooms';
import type {
  CapacityPreview,
  OwnWaitingList,
  TripWaitingList,
  WaitingListAddition,
  WaitingListEntry,
  WaitingListFilters,
  WaitingListRequest,
  WaitingPerson,
} from '@passeio/contract/reservations/waiting-list';
import {
  type ChosenRoom,
  nightsOf,
  proposeRooms,
  type RoomOffer,
  roomTypeAfter,
  type Sharing,
  type Sleeper,
  sharingOf,
} from '@passeio/contract/room-rules';
import { readSellerCode } from '@passeio/contract/seller-code';
import { type Came, readTouches } from '@passeio/contract/sources';
import { takersIn } from '@passeio/contract/trips/extra-rules';
import { type PartyEntry, partyFault, partyFaultOfClient, quoteParty } from '@passeio/contract/trips/pricing';
import { type Actor, callerOfActor, recordAudit } from '../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import type { Caller } from '../../platform/http/access.ts';
import { AppError } from '../../platform/http/errors.ts';
import { hasPlaces, requireNoPause, requireUnpaidPlaces } from '../inventory/index.ts';
import { enqueueEmail, type NotifyDeps } from '../messages/index.ts';
import { readReservationRules } from '../settings/index.ts';
import {
  type FareRow,
  findTrip,
  listFares,
  listRoomTypes,
  lockTrip,
  presentFare,
  presentRoomType,
  type TripRow,
} from '../trips/index.ts';
import { createGuestPerson, findPerson } from '../users/index.ts';
import { presentEntry, presentPerson, priceOfParty, sharingOfEntry } from './waiting-list.present.ts';
import {
  changeEntry,
  findEntry,
  findOpenEntry,
  goesAlready,
  insertEntry,
  openEntriesOf,
  openEntriesOfTrip,
  partiesOfTrip,
  queueOf,
  readWaiting,
  type WaitingRow,
  writeQueue,
} from './waiting-list.queries.ts';

const MINUTE_MS = 60_000;

/** Puts the caller at the end of a trip's waiting list. */
export async function joinWaitingList(
  trx: DatabaseTransaction,
  actor: Actor,
  tripId: string,
  request: WaitingListRequest,
  { emailConfirmed }: { emailConfirmed: boolean },
): Promise<WaitingListEntry> {
  const caller = callerOfActor(actor);
  const { trip, rules } = await lockOpenList(trx, tripId);
  if (!emailConfirmed && rules.require_confirmed_email) throw new AppError('EMAIL_UNCONFIRMED');
  if (await goesAlready(trx, tripId, caller.id)) throw new AppError('ALREADY_ENROLLED');
  await requireNoPause(trx, { tripId, payerId: caller.id }, rules);
  const roomOffer = await roomOfferOf(trx, trip, rules.time_zone);
  const fares = await listFares(trx, [tripId]);
  const wanted = partyOf(request, { trip, fares, roomOffer, faultOf: partyFaultOfClient });
  const { network } = actor;
  await requireUnpaidPlaces(trx, { payerId: caller.id, network, tripId, places: wanted.places });
  await addToList(trx, actor, trip, {
    ...wanted,
    personId: caller.id,
    acceptedAt: request.acceptedPolicy ? rules.now : null,
    network,
    came: request,
  });
  return readOwnEntry(trx, caller, tripId);
}

/** Puts somebody who asked staff at the end of a trip's waiting list, who may be a new guest person. */
export async function addToWaitingList(
  trx: DatabaseTransaction,
  actor: Actor,
  tripId: string,
  request: WaitingListAddition,
): Promise<WaitingPerson> {
  const { trip, rules } = await lockOpenList(trx, tripId);
  const roomOffer = await roomOfferOf(trx, trip, rules.time_zone);
  const fares = await listFares(trx, [tripId]);
  // Staff answers for whom children travel with.
  const wanted = partyOf(request, { trip, fares, roomOffer, faultOf: partyFault });
  const person = request.person
    ? await createGuestPerson(trx, actor, request.person)
    : await findPerson(trx, request.personId ?? '');
  if (!person || person.is_disabled) throw new AppError('PERSON_NOT_FOUND');
  if (await goesAlready(trx, tripId, person.id)) {
    throw new AppError('ALREADY_PASSENGER', { personId: `${person.name} já está neste passeio.` });
  }
  const addition = { ...wanted, personId: person.id, acceptedAt: null, network: null };
  const { id } = await addToList(trx, actor, trip, addition, person.name);
  return presentPerson(await readWaiting(trx, id), fares, trip.places_left);
}

/** Locks a trip whose waiting list takes people. Throws WAITING_LIST_OVER shortly before departure. */
async function lockOpenList(trx: DatabaseTransaction, tripId: string) {
  const trip = await lockTrip(trx, tripId);
  if (!trip || trip.archived_at) throw new AppError('TRIP_NOT_FOUND');
  const rules = await readReservationRules(trx);
  if (!trip.is_active) throw new AppError('TRIP_INACTIVE');
  if (trip.departs_at.getTime() - rules.last_moment_minutes * MINUTE_MS <= rules.now.getTime()) {
    throw new AppError('WAITING_LIST_OVER');
  }
  return { trip, rules };
}

interface WantedSharing extends Sharing {
  /** With whom they would like to share, as they say it. */
  shareWith: string | null;
}

interface WantedParty {
  party: PartyEntry[];
  places: number;
  boardingPointId: string | null;
  sharing: WantedSharing | undefined;
}

interface ListAddition extends WantedParty {
  personId: string;
  acceptedAt: Date | null;
  network: string | null;
  came?: Came;
}

/** Throws ALREADY_WAITING. `name`: of somebody whom staff adds. */
async function addToList(
  trx: DatabaseTransaction,
  actor: Actor,
  trip: TripRow,
  { personId, party, places, boardingPointId, sharing, acceptedAt, network, came }: ListAddition,
  name?: string,
): Promise<WaitingRow> {
  const touches = readTouches(came?.touches, Date.now());
  const row = await insertEntry(trx, {
    id: randomUUIDv7(),
    trip_id: trip.id,
    user_id: personId,
    party: JSON.stringify(party),
    places,
    boarding_point_id: boardingPointId,
    share: sharing?.share ?? null,
    sharers: sharing?.sharers ?? null,
    share_with: sharing?.shareWith ?? null,
    accepted_at: acceptedAt,
    client_network: network,
    seller_code: readSellerCode(came?.seller ?? ''),
    ...(touches && { first_touch: JSON.stringify(touches.first), last_touch: JSON.stringify(touches.last) }),
  });
  if (!row)
    throw new AppError('ALREADY_WAITING', name ? { personId: `${name} já está na lista de espera.` } : undefined);
  await recordAudit(trx, actor, {
    action: name ? 'waiting_list.added' : 'waiting_list.joined',
    subject: subjectOf(trip),
    changes: { places: [null, places] },
  });
  return row;
}

/** Where a party would go. */
interface WantedIn {
  trip: TripRow;
  fares: readonly FareRow[];
  roomOffer: RoomOffer;
  faultOf: typeof partyFaultOfClient;
}

// A trip with places may have no rooms any more.
function hasRooms(offer: RoomOffer, sleepers: readonly Sleeper[], sharing: Sharing | undefined): boolean {
  return offer.types.length === 0 || proposeRooms(offer, sleepers, sharing) !== undefined;
}

// In rooms that everybody leaves again: who may share does not depend on what is left.
function sharingIn(
  { types }: RoomOffer,
  rooms: readonly ChosenRoom[],
  sleepers: readonly Sleeper[],
): WantedSharing | undefined {
  const sharing = types.length > 0 ? sharingOf(rooms) : undefined;
  if (!sharing) return undefined;
  if (rooms.some(({ share }) => share && share !== sharing.share)) {
    throw new AppError('INVALID_INPUT', { rooms: 'Na lista de espera, quem divide quarto pede a mesma companhia.' });
  }
  const adults = sleepers.filter(({ isAdult }) => isAdult).length;
  const isWrong = sharing.sharers > adults || (sharing.sharers === adults && sleepers.length > adults);
  if (isWrong) throw new AppError('ROOM_WITHOUT_ADULT');
  if (types.every(({ places }) => places === 1)) throw new AppError('ROOM_TOO_SMALL');
  // A room that is offered may have the people of several that were asked for.
  const shareWith = [...new Set(rooms.flatMap(({ shareWith }) => shareWith ?? []))].join(', ');
  if (shareWith.length > MAX_SHARE_WITH) {
    throw new AppError('INVALID_INPUT', {
      rooms: `Use no máximo ${MAX_SHARE_WITH} letras para dizer com quem divide.`,
    });
  }
  return { ...sharing, shareWith: shareWith || null };
}

async function roomOfferOf(db: Database, trip: TripRow, timeZone: string): Promise<RoomOffer> {
  const types = (await listRoomTypes(db, [trip])).map(presentRoomType);
  return { types, nights: nightsOf(trip.departs_at, trip.returns_at, timeZone) };
}

/** What a party takes. */
function partyOf(
  { party, boardingPointId, rooms = [] }: Pick<WaitingListRequest, 'party' | 'boardingPointId' | 'rooms'>,
  { trip, fares: rows, roomOffer, faultOf }: WantedIn,
): WantedParty {
  const fares = rows.map(presentFare).filter(({ audience }) => audience === 'public');
  const wanted: PartyEntry[] = party.filter(({ count }) => count > 0);
  if (wanted.some(({ fareId }) => !fares.some(({ id }) => id === fareId))) throw new AppError('FARE_UNKNOWN');
  const fault = faultOf(fares, wanted);
  if (fault) throw new AppError(fault);
  if (boardingPointId && !trip.boarding_points.some(({ id }) => id === boardingPointId)) {
    throw new AppError('BOARDING_POINT_UNKNOWN');
  }
  const { places } = quoteParty(fares, wanted, 0);
  if (places > trip.capacity) throw new AppError('PARTY_ABOVE_CAPACITY');
  const sleepers = sleepersOf(takersIn(fares, wanted));
  const sharing = sharingIn(roomOffer, rooms, sleepers);
  if (hasPlaces(trip, places) && hasRooms(roomOffer, sleepers, sharing)) throw new AppError('TRIP_HAS_PLACES');
  return { party: wanted, places, boardingPointId: boardingPointId ?? null, sharing };
}

/** The caller's open entry in a trip's list. Throws WAITING_NOT_FOUND. */
export async function readOwnEntry(db: Database, caller: Caller, tripId: string): Promise<WaitingListEntry> {
  const row = await findOpenEntry(db, tripId, caller.id);
  if (!row) throw new AppError('WAITING_NOT_FOUND');
  return presentEntry(row, await listFares(db, [tripId]));
}

/** The caller's open entries in trips to come, the earliest departure first. */
export async function findOwnEntries(db: Database, caller: Caller): Promise<OwnWaitingList> {
  const rows = await openEntriesOf(db, caller.id);
  const fares = await listFares(
    db,
    rows.map(({ trip_id }) => trip_id),
  );
  return {
    data: rows.map((row) =>
      presentEntry(
        row,
        fares.filter(({ trip_id }) => trip_id === row.trip_id),
      ),
    ),
  };
}

/** Takes the caller off a trip's list. Throws WAITING_NOT_FOUND, or WAITING_OFFERED once places are offered. */
export async function leaveWaitingList(trx: DatabaseTransaction, actor: Actor, tripId: string): Promise<void> {
  const trip = await lockTrip(trx, tripId);
  const row = trip && (await findOpenEntry(trx, tripId, callerOfActor(actor).id));
  if (!row) throw new AppError('WAITING_NOT_FOUND');
  if (row.state === 'offered') throw new AppError('WAITING_OFFERED');
  await changeEntry(trx, row.id, { state: 'left' });
  await recordAudit(trx, actor, { action: 'waiting_list.left', subject: subjectOf(trip) });
}

/** A trip's waiting list for staff, with the money it stands for. Throws TRIP_NOT_FOUND. */
export async function readTripWaitingList(
  db: Database,
  tripId: string,
  filters: WaitingListFilters,
): Promise<TripWaitingList> {
  const trip = await findTrip(db, 'id', tripId);
  if (!trip) throw new AppError('TRIP_NOT_FOUND');
  const [fares, rows, parties] = await Promise.all([
    listFares(db, [tripId]),
    openEntriesOfTrip(db, tripId, filters),
    partiesOfTrip(db, tripId),
  ]);
  const waiting = parties.filter(({ state }) => state === 'waiting');
  const placesLeft = trip.places_left;
  return {
    trip: {
      id: trip.id,
      slug: trip.slug,
      title: trip.title,
      date: trip.departs_at.toISOString(),
      capacity: trip.capacity,
      placesLeft,
    },
    waitingPlaces: waiting.reduce((sum, { places }) => sum + places, 0),
    waitingCents: waiting.reduce((sum, one) => sum + priceOfParty(one, fares), 0),
    data: rows.map((row) => presentPerson(row, fares, placesLeft)),
    page: { number: filters.page, size: filters.size, total: parties.length },
  };
}

/**
 * Who would be offered places if the trip had another capacity: with rooms for them where it has rooms, proposed as
 * offers are. Throws TRIP_NOT_FOUND.
 */
export async function previewCapacity(db: Database, tripId: string, capacity: number): Promise<CapacityPreview> {
  const trip = await findTrip(db, 'id', tripId);
  if (!trip) throw new AppError('TRIP_NOT_FOUND');
  const { time_zone } = await readReservationRules(db);
  const [fares, parties, roomOffer] = await Promise.all([
    listFares(db, [tripId]),
    partiesOfTrip(db, tripId),
    roomOfferOf(db, trip, time_zone),
  ]);
  let { types } = roomOffer;
  let placesLeft = Math.max(capacity - trip.places_taken - trip.places_set_aside, 0);
  const offered: CapacityPreview['offered'] = [];
  for (const one of parties) {
    if (one.state !== 'waiting' || one.places > placesLeft) continue;
    const sleepers = sleepersOf(takersIn(fares.map(presentFare), one.party));
    const rooms = types.length === 0 ? [] : proposeRooms({ ...roomOffer, types }, sleepers, sharingOfEntry(one));
    if (!rooms) continue;
    types = types.map((type) => roomTypeAfter(type, rooms));
    placesLeft -= one.places;
    offered.push({ entryId: one.id, name: one.name, places: one.places, totalCents: priceOfParty(one, fares) });
  }
  return { placesLeft, offered };
}

/**
 * Puts a waiting entry at another position; 1 is the first, beyond the end is the last. Throws WAITING_NOT_FOUND.
 */
export async function moveInQueue(
  trx: DatabaseTransaction,
  actor: Actor,
  { tripId, entryId }: { tripId: string; entryId: string },
  position: number,
): Promise<void> {
  const { trip } = await lockWaiting(trx, tripId, entryId);
  const before = await queueOf(trx, tripId);
  const others = before.filter((id) => id !== entryId);
  await writeQueue(trx, others.toSpliced(position - 1, 0, entryId));
  await recordAudit(trx, actor, {
    action: 'waiting_list.moved',
    subject: subjectOf(trip),
    changes: { position: [before.indexOf(entryId) + 1, Math.min(position, before.length)] },
  });
}

/** Takes somebody off the list. Throws WAITING_NOT_FOUND. */
export async function removeFromQueue(
  trx: DatabaseTransaction,
  actor: Actor,
  { tripId, entryId }: { tripId: string; entryId: string },
): Promise<void> {
  const { trip, entry } = await lockWaiting(trx, tripId, entryId);
  await changeEntry(trx, entryId, { state: 'left' });
  await recordAudit(trx, actor, {
    action: 'waiting_list.removed',
    subject: subjectOf(trip),
    changes: { places: [entry.places, null] },
  });
}

/** Locks the trip of a waiting entry. Throws WAITING_NOT_FOUND. */
export async function lockWaiting(
  trx: DatabaseTransaction,
  tripId: string,
  entryId: string,
): Promise<{ trip: TripRow; entry: WaitingRow }> {
  const trip = await lockTrip(trx, tripId);
  const entry = trip && (await findEntry(trx, tripId, entryId));
  if (!trip || entry?.state !== 'waiting') throw new AppError('WAITING_NOT_FOUND');
  return { trip, entry };
}

function subjectOf({ id, title }: Pick<TripRow, 'id' | 'title'>) {
  return { type: 'trip' as const, id, label: title };
}

/** Notifies a person by e-mail, if the transaction commits and they have one, that they are on a waiting list. */
export async function notifyJoined(
  trx: DatabaseTransaction,
  { jobs }: NotifyDeps,
  { id }: Pick<WaitingListEntry, 'id'>,
  personId: string,
): Promise<void> {
  const person = await findPerson(trx, personId);
  if (!person?.email) return;
  await enqueueEmail(jobs, { kind: 'waitingJoined', to: person.email, about: { waitingId: id } }, trx);
}
