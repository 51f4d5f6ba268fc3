import { nameAmong } from '@passeio/contract/reservations/participant-names';
import type { Reservation, ReservationDetails, ReservationLine } from '@passeio/contract/reservations/reservations';
import { type ExtraTaker, isMeantFor, leastOf, mayTake } from '@passeio/contract/trips/extra-rules';
import type { TripExtra } from '@passeio/contract/trips/extras';

/** The lines of a reservation that are extras of its trip. */
export function extraLines(lines: readonly ReservationLine[]): ReservationLine[] {
  return lines.filter(({ extraId }) => extraId !== null);
}

/** How many there are of each extra, and what they cost. */
export function extraSums(lines: readonly ReservationLine[]) {
  const byExtra = Map.groupBy(extraLines(lines), ({ extraId }) => extraId);
  return [...byExtra.values()].map((own) => ({
    id: own[0]?.extraId ?? '',
    label: own[0]?.label ?? '',
    quantity: own.reduce((sum, { quantity }) => sum + quantity, 0),
    totalCents: own.reduce((sum, { totalCents }) => sum + totalCents, 0),
  }));
}

/** The person whose extra it is. */
export function ownerOf({ participantId }: ReservationLine, people: Reservation['participants']): string {
  const person = people.find(({ id }) => id === participantId);
  return person ? nameAmong(person, people) : 'Da reserva toda';
}

type Extending = Pick<ReservationDetails, 'lines' | 'participants' | 'trip'>;

/** How many more of an extra somebody may take, or the reservation as a whole (null); undefined for none. */
export function moreOf(extra: TripExtra, { lines }: Pick<Extending, 'lines'>, participantId: string | null) {
  const own = lines.filter((line) => line.extraId === extra.id && line.participantId === participantId);
  const has = own.reduce((sum, { quantity }) => sum + quantity, 0);
  const least = Math.max(extra.minQuantity - has, 1);
  const most = Math.min(extra.maxQuantity - has, extra.stockLeft ?? Number.POSITIVE_INFINITY);
  return least <= most ? { least, most } : undefined;
}

/** Who of a reservation may take more of an extra; null: the reservation as a whole. */
export function takersOf(extra: TripExtra, reservation: Extending): (string | null)[] {
  const able = reservation.participants.filter((one) => mayTake(extra, takerOf(reservation, one)));
  const all = extra.per === 'reservation' ? [null] : able.map(({ id }) => id);
  return all.filter((one) => moreOf(extra, reservation, one));
}

/**
 * Whether a line stays as long as whose it is: the trip requires the extra, and without the line there is too little.
 */
export function isFixed(line: ReservationLine, reservation: Extending): boolean {
  const extra = reservation.trip.extras.find(({ id }) => id === line.extraId);
  if (extra?.choice !== 'required') return false;
  const person = reservation.participants.find(({ id }) => id === line.participantId);
  if (person && !isMeantFor(extra, takerOf(reservation, person))) return false;
  const rest = reservation.lines.filter(
    (one) => one !== line && one.extraId === extra.id && one.participantId === line.participantId,
  );
  return rest.reduce((sum, { quantity }) => sum + quantity, 0) < leastOf(extra);
}

/** Somebody of a reservation as the ages of extras see them. */
export function takerOf({ trip }: Extending, { age, fareId }: Extending['participants'][number]): ExtraTaker {
  const ofAnybody = { minAge: null, maxAge: null, takesPlace: true };
  return { age, fare: trip.fares.find(({ id }) => id === fareId) ?? ofAnybody };
}
