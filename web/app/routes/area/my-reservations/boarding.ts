import { nameAmong } from '@passeio/contract/reservations/participant-names';
import type { ClientReservation } from '~/features/reservations/client-reservation';

/**
 * Where and when the people of a reservation board, a line per boarding point, as "Embarque às 05:30, Rodoviária".
 * Names follow where not all board together. Empty for a trip without boarding points.
 */
export function boardingInWords(
  people: ClientReservation['participants'],
  points: ClientReservation['trip']['boardingPoints'],
): string[] {
  if (points.length === 0) return [];
  const chosen = points.filter(({ id }) => people.some((one) => one.boardingPointId === id));
  const undecided = people.filter((one) => !points.some(({ id }) => id === one.boardingPointId));
  const isTogether = chosen.length + (undecided.length > 0 ? 1 : 0) === 1;
  const names = (those: typeof people) =>
    isTogether ? '' : `: ${those.map((one) => nameAmong(one, people)).join(', ')}`;
  return [
    ...chosen.map(({ id, time, place }) => {
      const boarding = people.filter((one) => one.boardingPointId === id);
      return `Embarque às ${time}, ${place}${names(boarding)}`;
    }),
    ...(undecided.length > 0 ? [`Embarque a combinar${names(undecided)}`] : []),
  ];
}
