import { sleepersOf } from '@passeio/contract/reservations/quote';
import type { WaitingPerson } from '@passeio/contract/reservations/waiting-list';
import { type ChosenRoom, proposeRooms } from '@passeio/contract/room-rules';
import type { Came } from '@passeio/contract/sources';
import { takersIn } from '@passeio/contract/trips/extra-rules';
import { type Actor, system } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { mapDeferredErrors, withSavepoint } from '../../../platform/database/constraints.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { readReservationRules } from '../../settings/index.ts';
import { listFares, lockTrip, type TripRow } from '../../trips/index.ts';
import {
  changeEntry,
  endList,
  firstFitting,
  hasRoomsLeft,
  lockWaiting,
  presentPerson,
  readWaiting,
  sharingOfEntry,
  type WaitingRow,
} from '../../waiting-list/index.ts';
import { offerDeadline } from '../reservation/deadlines.ts';
import { attributionOf } from '../reserve/attribution.ts';
import { insertWithFreeCode, type Offer, readOffer } from '../reserve/reserve.queries.ts';
import { clientRefusals, reservationFor, roomOfferOf } from '../reserve/reserve.ts';

/**
 * Offers the free places of a trip to its waiting list: the oldest entry whose party fits, then the next, until none
 * does. To be called in every transaction that frees places, after it has locked the trip. Ends the list where it is
 * too late for offers. Returns how many offers were made.
 */
export async function serveWaitingList(trx: DatabaseTransaction, tripId: string): Promise<number> {
  for (let made = 0; ; ) {
    // Read again, because the caller and each offer change its count of places.
    const trip = await lockTrip(trx, tripId);
    if (!trip || (trip.smallest_waiting === null && !trip.has_rooms)) return made;
    const rules = await readReservationRules(trx);
    if (!offerDeadline(rules, rules.now, trip.departs_at)) {
      await endList(trx, tripId);
      return made;
    }
    if (!trip.is_active) return made;
    const entry = await firstFitting(trx, trip);
    if (!entry) return made;
    if ((await offerPlaces(trx, system, entry)) === 'made') made += 1;
  }
}

/**
 * Offers places to one entry, before its turn. Throws ALREADY_PASSENGER for somebody who goes already, who leaves the
 * list then.
 */
export async function offerByHand(
  trx: DatabaseTransaction,
  actor: Actor,
  { tripId, entryId }: { tripId: string; entryId: string },
): Promise<WaitingPerson> {
  const { trip, entry } = await lockWaiting(trx, tripId, entryId);
  if (!trip.is_active) throw new AppError('TRIP_INACTIVE');
  if (trip.places_left < entry.places) throw new AppError('NO_PLACES_LEFT');
  if (!(await hasRoomsLeft(trx, entry))) throw new AppError('ROOMS_TAKEN');
  const outcome = await offerPlaces(trx, actor, entry);
  if (outcome === 'too late') throw new AppError('OFFER_TOO_LATE');
  if (outcome === 'left') throw new AppError('ALREADY_PASSENGER');
  return readOffered(trx, entryId, trip);
}

async function readOffered(trx: DatabaseTransaction, entryId: string, { id }: TripRow): Promise<WaitingPerson> {
  return presentPerson(await readWaiting(trx, entryId), await listFares(trx, [id]), 0);
}

// 'left': the party cannot go any more, because the payer goes already or a fare of it was removed.
async function offerPlaces(
  trx: DatabaseTransaction,
  actor: Actor,
  entry: WaitingRow,
): Promise<'made' | 'left' | 'too late'> {
  const offer = await readOffer(trx, entry.trip_id, entry.user_id, null);
  const deadline = offer && offerDeadline(offer, offer.now, offer.departs_at);
  if (!deadline) return 'too late';
  const reservation = await insertOffer(trx, actor, { offer, entry, deadline });
  if (!reservation) {
    await changeEntry(trx, entry.id, { state: 'left' });
    return 'left';
  }
  await changeEntry(trx, entry.id, { state: 'offered', reservation_id: reservation.id });
  if (reservation.state === 'booked') await changeEntry(trx, entry.id, { state: 'taken' });
  return 'made';
}

interface OfferedPlaces {
  offer: Offer;
  entry: WaitingRow;
  deadline: Date;
}

// Undefined for a party that cannot go any more.
async function insertOffer(trx: DatabaseTransaction, actor: Actor, { offer, entry, deadline }: OfferedPlaces) {
  if (offer.has_active || !fitsFares(offer, entry)) return undefined;
  const isKnown = offer.boarding_points.some(({ id }) => id === entry.boarding_point_id);
  const terms = {
    actor,
    entries: entry.party,
    rooms: roomsOfOffer(offer, entry),
    boardingPointId: isKnown ? entry.boarding_point_id : null,
    channel: 'waiting_list' as const,
    acceptedAt: entry.accepted_at,
    deadline,
    network: entry.client_network,
    idempotency: null,
    attribution: await attributionOf(trx, { tripId: offer.id, came: cameOf(entry), now: entry.joined_at }),
  };
  return withSavepoint(trx, () =>
    mapDeferredErrors(trx, clientRefusals, () => insertWithFreeCode(trx, () => reservationFor(offer, terms))),
  );
}

const cameOf = ({ seller_code: seller, first_touch: first, last_touch: last }: WaitingRow): Came => ({
  seller,
  touches: first && last && { first, last },
});

// Without anybody who shares, the usual proposal. Rooms that do not fit are ROOMS_TAKEN.
function roomsOfOffer(offer: Offer, entry: WaitingRow): ChosenRoom[] | undefined {
  const sharing = sharingOfEntry(entry);
  const rooms = roomOfferOf(offer);
  if (!sharing || rooms.types.length === 0) return undefined;
  const proposed = proposeRooms(rooms, sleepersOf(takersIn(offer.fares, entry.party)), sharing);
  if (!proposed) throw new AppError('ROOMS_TAKEN');
  const shareWith = sharing.shareWith ?? undefined;
  return proposed.map((room) => (room.share ? { ...room, shareWith } : room));
}

// A fare that staff keeps for itself now, or that takes no place any more, changes what was asked for.
function fitsFares({ fares }: Offer, { party, places }: WaitingRow): boolean {
  const offered = party.map(({ fareId, count }) => ({ fare: fares.find(({ id }) => id === fareId), count }));
  if (offered.some(({ fare }) => fare?.audience !== 'public')) return false;
  return offered.reduce((sum, { fare, count }) => sum + (fare?.takesPlace ? count : 0), 0) === places;
}
