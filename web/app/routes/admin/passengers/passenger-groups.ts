import type { Passenger, PassengerSort, PassengerTrip } from '@passeio/contract/boarding/passengers';
import { boardingText } from '~/features/reservations/passengers/passenger-labels';

/** Consecutive passengers of one boarding point or one reservation. */
export type ListedGroup =
  | { kind: 'boarding'; key: string; label: string; passengers: Passenger[] }
  | { kind: 'reservation'; key: string; first: Passenger; passengers: Passenger[] }
  | { kind: 'all'; key: string; passengers: Passenger[] };

/** What a sort order is grouped by: names run through all groups, money and dates belong to reservations. */
export function groupingOf(sort: PassengerSort): ListedGroup['kind'] {
  if (sort === 'boarding') return 'boarding';
  return sort === 'name' ? 'all' : 'reservation';
}

/** Splits a sorted list into its groups, in the order of the list. */
export function groupPassengers(
  passengers: readonly Passenger[],
  sort: PassengerSort,
  points: PassengerTrip['boardingPoints'],
): ListedGroup[] {
  const kind = groupingOf(sort);
  if (kind === 'all') return [{ kind, key: 'all', passengers: [...passengers] }];
  if (kind === 'reservation') {
    const groups = Map.groupBy(passengers, ({ reservation }) => reservation.id);
    return [...groups].flatMap(([key, party]) => {
      const [first] = party;
      return first ? [{ kind, key, first, passengers: party }] : [];
    });
  }
  const groups = Map.groupBy(passengers, ({ boardingPoint }) => boardingPoint?.id ?? '');
  return [...groups].map(([key, ofPoint]) => {
    const label = pointLabel(key, ofPoint, points);
    return { kind, key, label, passengers: ofPoint };
  });
}

function pointLabel(id: string, [first]: Passenger[], points: PassengerTrip['boardingPoints']): string {
  const boardingPoint = points.find((point) => point.id === id) ?? first?.boardingPoint ?? null;
  return boardingText({ boardingPoint });
}
