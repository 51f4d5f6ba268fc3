import { sleepersOf } from '@passeio/contract/reservations/quote';
import type { ReservationDetails } from '@passeio/contract/reservations/reservations';
import { type ChosenRoom, nightsOf, type RoomOffer, type Sleeper } from '@passeio/contract/room-rules';

/** A party whose rooms are shown or chosen. */
export type RoomedParty = Pick<ReservationDetails, 'participants' | 'rooms'> & {
  trip: Pick<ReservationDetails['trip'], 'roomTypes' | 'fares' | 'date' | 'returnDate'>;
};

/** What the rooms of a party are chosen from, with its own free. */
export function roomOfferOf({ trip: { roomTypes, date, returnDate } }: RoomedParty, timeZone: string): RoomOffer {
  return { types: roomTypes, nights: nightsOf(date, returnDate, timeZone) };
}

/** The people of a party who take a bed. */
export function sleepersIn({ participants, trip }: RoomedParty): Sleeper[] {
  const takers = participants.map(({ fareId, takesPlace, age }) => {
    const fare = trip.fares.find(({ id }) => id === fareId);
    return { age, fare: { minAge: fare?.minAge ?? null, maxAge: fare?.maxAge ?? null, takesPlace } };
  });
  return sleepersOf(takers);
}

/** The rooms of a party as they would be chosen again. */
export function chosenIn({ rooms }: Pick<RoomedParty, 'rooms'>): ChosenRoom[] {
  return rooms.map(({ roomTypeId, share, shareWith, participantIds }) => ({
    roomTypeId,
    people: participantIds.length,
    ...(share && { share }),
    ...(shareWith && { shareWith }),
  }));
}
