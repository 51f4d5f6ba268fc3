import { type SeatRef, seatEverybody, seatKey } from '@passeio/contract/seats/seating';
import type { SeatChanges, TripSeats } from '@passeio/contract/seats/seats';

export type TripPerson = TripSeats['people'][number];
type Changes = SeatChanges['seats'];

/** Who sits on a seat. */
export function personOn(people: readonly TripPerson[], ref: SeatRef): TripPerson | undefined {
  return people.find(({ seat }) => seat && seatKey(seat) === seatKey(ref));
}

/** Moves somebody to a seat; the person who sits there gets the seat that was left, or none. */
export function moveTo(people: readonly TripPerson[], person: TripPerson, ref: SeatRef): Changes {
  const other = personOn(people, ref);
  if (other?.id === person.id) return [];
  return [{ participantId: person.id, seat: ref }, ...(other ? [{ participantId: other.id, seat: person.seat }] : [])];
}

/** What takes changes back, given where people sat before. */
export function undoing(people: readonly TripPerson[], changes: Changes): Changes {
  return changes.flatMap(({ participantId }) => {
    const person = people.find(({ id }) => id === participantId);
    return person ? [{ participantId, seat: person.seat }] : [];
  });
}

/** Seats for everybody without one, parties together; nobody who sits is moved. */
export function distribution({ vehicles, people }: Pick<TripSeats, 'vehicles' | 'people'>): Changes {
  return [...seatEverybody(vehicles, people)].map(([participantId, seat]) => ({ participantId, seat }));
}

/** The people as they would sit after changes. */
export function after(people: readonly TripPerson[], changes: Changes): TripPerson[] {
  const to = new Map(changes.map(({ participantId, seat }) => [participantId, seat]));
  return people.map((person) => ({ ...person, seat: to.has(person.id) ? (to.get(person.id) ?? null) : person.seat }));
}
