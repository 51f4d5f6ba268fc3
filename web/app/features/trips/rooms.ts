import { sleepersOf } from '@passeio/contract/reservations/quote';
import {
  type ChosenRoom,
  nightsOf,
  proposeRooms,
  type RoomOffer,
  roomShares,
  roomsFault,
  roomsReasonOf,
  type Sleeper,
  sharingOf,
} from '@passeio/contract/room-rules';
import { takersIn } from '@passeio/contract/trips/extra-rules';
import type { Fare } from '@passeio/contract/trips/fares';
import type { PartyEntry } from '@passeio/contract/trips/pricing';
import type { Trip } from '@passeio/contract/trips/trips';

/** What the rooms of a trip depend on. */
export type RoomTrip = Pick<Trip, 'roomTypes' | 'date' | 'returnDate'> & { fares: readonly Fare[]; timeZone: string };

/** The rooms of a party, what they are chosen from, and why they do not fit. */
export interface PartyRooms {
  roomOffer: RoomOffer;
  sleepers: readonly Sleeper[];
  rooms: ChosenRoom[];
  roomsReason: string | undefined;
  /** Why the party has to wait: no rooms are left for it, neither private ones nor, where it shares, beds. */
  roomsSoldOut: string | undefined;
}

/** The rooms of a party as they were chosen, else the cheapest private ones; undefined on a trip without rooms. */
export function readRooms(
  { roomTypes, date, returnDate, timeZone, fares }: RoomTrip,
  party: readonly PartyEntry[],
  chosen: readonly ChosenRoom[] | undefined,
): PartyRooms | undefined {
  if (roomTypes.length === 0) return undefined;
  const roomOffer = { types: roomTypes, nights: nightsOf(date, returnDate, timeZone) };
  const sleepers = sleepersOf(takersIn(fares, party));
  const rooms = [...(chosen ?? proposeRooms(roomOffer, sleepers) ?? [])];
  const read = { roomOffer, sleepers, rooms };
  const fault = roomsFault(roomTypes, rooms, sleepers);
  const isWanting = fault?.code === 'ROOMS_TAKEN' || (!chosen && fault?.code === 'ROOMS_REQUIRED');
  const sharing = sharingOf(rooms);
  if (isWanting && !proposeRooms(roomOffer, sleepers, sharing)) {
    const roomsSoldOut = sharing
      ? `Não há mais camas para dividir ${roomShares[sharing.share].toLocaleLowerCase('pt-BR')}.`
      : 'Não há mais quartos para o seu grupo.';
    return { ...read, roomsReason: undefined, roomsSoldOut };
  }
  return { ...read, roomsReason: roomsReasonOf(roomOffer, rooms, sleepers), roomsSoldOut: undefined };
}
