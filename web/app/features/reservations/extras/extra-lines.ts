import { nameAmong } from '@passeio/contract/reservations/participant-names';
import type { Reservation, ReservationDetails, ReservationLine } from '@passeio/contract/reservations/reservations';
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

/** Whose an extra is. */
export function ownerOf({ participantId }: ReservationLine, people: Reservation['participants']): string {
  const person = people.find(({ id }) => id === participantId);
  return person ? nameAmong(person, people) : 'Da reserva toda';
}

type Extending = Pick<ReservationDetails, 'lines' | 'participants'>;

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
  const all = extra.per === 'reservation' ? [null] : reservation.participants.map(({ id }) => id);
  return all.filter((one) => moreOf(extra, reservation, one));
}
