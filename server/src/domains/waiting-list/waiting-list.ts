import { randomUUIDv7 } from 'node:crypto';
import type {
  CapacityPreview,
  OwnWaitingList,
  TripWaitingList,
  WaitingListEntry,
  WaitingListFilters,
  WaitingListRequest,
} from '@passeio/contract/reservations/waiting-list';
import { type PartyEntry, partyFaultOfClient, quoteParty } from '@passeio/contract/trips/pricing';
import { type Actor, callerOfActor, recordAudit } from '../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import type { Caller } from '../../platform/http/access.ts';
import { AppError } from '../../platform/http/errors.ts';
import { hasPlaces, requireNoPause, requireUnpaidPlaces } from '../inventory/index.ts';
import { enqueueEmail, type NotifyDeps } from '../messages/index.ts';
import { readReservationRules } from '../settings/index.ts';
import { type FareRow, findTrip, listFares, lockTrip, presentFare, type TripRow } from '../trips/index.ts';
import { findPerson } from '../users/index.ts';
import { presentEntry, presentPerson, priceOfParty } from './waiting-list.present.ts';
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
  type WaitingRow,
  writeQueue,
} from './waiting-list.queries.ts';

const MINUTE_MS = 60_000;

/**
 * Puts the caller at the end of a trip's waiting list.
 * Throws EMAIL_UNCONFIRMED, TRIP_NOT_FOUND, TRIP_INACTIVE, WAITING_LIST_OVER, ALREADY_ENROLLED, ALREADY_WAITING,
 * FARE_UNKNOWN, EMPTY_PARTY, LAP_WITHOUT_ADULT, MINOR_WITHOUT_ADULT, BOARDING_POINT_UNKNOWN, PARTY_ABOVE_CAPACITY,
 * TRIP_HAS_PLACES, HOLD_PAUSED, UNPAID_PLACES or UNPAID_PLACES_ADDRESS.
 */
export async function joinWaitingList(
  trx: DatabaseTransaction,
  actor: Actor,
  tripId: string,
  request: WaitingListRequest,
  { emailConfirmed }: { emailConfirmed: boolean },
): Promise<WaitingListEntry> {
  const caller = callerOfActor(actor);
  const trip = await lockTrip(trx, tripId);
  if (!trip || trip.archived_at) throw new AppError('TRIP_NOT_FOUND');
  const rules = await readReservationRules(trx);
  const { now } = rules;
  if (!emailConfirmed && rules.require_confirmed_email) throw new AppError('EMAIL_UNCONFIRMED');
  if (!trip.is_active) throw new AppError('TRIP_INACTIVE');
  if (trip.departs_at.getTime() - rules.last_moment_minutes * MINUTE_MS <= now.getTime()) {
    throw new AppError('WAITING_LIST_OVER');
  }
  if (await goesAlready(trx, tripId, caller.id)) throw new AppError('ALREADY_ENROLLED');
  await requireNoPause(trx, { tripId, payerId: caller.id }, rules);
  const fares = await listFares(trx, [tripId]);
  const { party, places } = partyOf(request, trip, fares);
  const { network } = actor;
  await requireUnpaidPlaces(trx, { payerId: caller.id, network, tripId, places });
  const row = await insertEntry(trx, {
    id: randomUUIDv7(),
    trip_id: tripId,
    user_id: caller.id,
    party: JSON.stringify(party),
    places,
    boarding_point_id: request.boardingPointId ?? null,
    accepted_at: request.acceptedPolicy ? now : null,
    client_network: network,
  });
  if (!row) throw new AppError('ALREADY_WAITING');
  await recordAudit(trx, actor, {
    action: 'waiting_list.joined',
    subject: subjectOf(trip),
    changes: { places: [null, places] },
  });
  return readOwnEntry(trx, caller, tripId);
}

function partyOf({ party, boardingPointId }: WaitingListRequest, trip: TripRow, rows: readonly FareRow[]) {
  const fares = rows.map(presentFare).filter(({ audience }) => audience === 'public');
  const wanted: PartyEntry[] = party.filter(({ count }) => count > 0);
  if (wanted.some(({ fareId }) => !fares.some(({ id }) => id === fareId))) throw new AppError('FARE_UNKNOWN');
  const fault = partyFaultOfClient(fares, wanted);
  if (fault) throw new AppError(fault);
  if (boardingPointId && !trip.boarding_points.some(({ id }) => id === boardingPointId)) {
    throw new AppError('BOARDING_POINT_UNKNOWN');
  }
  const { places } = quoteParty(fares, wanted, 0);
  if (places > trip.capacity) throw new AppError('PARTY_ABOVE_CAPACITY');
  if (hasPlaces(trip, places)) throw new AppError('TRIP_HAS_PLACES');
  return { party: wanted, places };
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

/** Who would be offered places if the trip had another capacity. Throws TRIP_NOT_FOUND. */
export async function previewCapacity(db: Database, tripId: string, capacity: number): Promise<CapacityPreview> {
  const trip = await findTrip(db, 'id', tripId);
  if (!trip) throw new AppError('TRIP_NOT_FOUND');
  const [fares, parties] = await Promise.all([listFares(db, [tripId]), partiesOfTrip(db, tripId)]);
  let placesLeft = Math.max(capacity - trip.places_taken - trip.places_set_aside, 0);
  const offered: CapacityPreview['offered'] = [];
  for (const one of parties) {
    if (one.state !== 'waiting' || one.places > placesLeft) continue;
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

/** Notifies the caller by e-mail, if the transaction commits, that they are on a waiting list. */
export async function notifyJoined(
  trx: DatabaseTransaction,
  { jobs }: NotifyDeps,
  { id }: WaitingListEntry,
  caller: Caller,
): Promise<void> {
  const person = await findPerson(trx, caller.id);
  if (!person?.email) return;
  await enqueueEmail(jobs, { kind: 'waitingJoined', to: person.email, about: { waitingId: id } }, trx);
}
