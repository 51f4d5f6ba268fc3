import { type SeatSide, seatSide } from './seat-map.ts';
import { type SeatedVehicle, type SeatRef, seatKey } from './seating.ts';

/** Where a seat is: its row among those with seats, from the front, and its column. */
interface SeatPlace {
  vehicleId: string;
  row: number;
  column: number;
  side: SeatSide;
}

/** The places of seats, by seat. */
export type SeatPlaces = Map<string, SeatPlace>;

/** The seated people of a reservation whose vehicles are swapped. `same`: the seat that would be theirs still. */
export interface SwapParty {
  people: readonly { id: string; isMinor: boolean; from: SeatRef | null; same: SeatRef | undefined }[];
}

/** How far apart people sit: in how many vehicles, rows from the first to the last, and pieces of neighbours. */
export type SeatShape = readonly [vehicles: number, rows: number, pieces: number];

export function seatPlaces(vehicles: readonly SeatedVehicle[]): SeatPlaces {
  return new Map(
    vehicles.flatMap(({ id: vehicleId, map }) =>
      map
        .filter((cells) => cells.some(({ kind }) => kind === 'seat'))
        .flatMap((cells, row) =>
          cells.flatMap(({ kind, label }, column): [string, SeatPlace][] =>
            kind === 'seat'
              ? [[seatKey({ vehicleId, seat: label }), { vehicleId, row, column, side: seatSide(cells, column) }]]
              : [],
          ),
        ),
    ),
  );
}

export function shapeOf(refs: readonly SeatRef[], places: SeatPlaces): SeatShape {
  const seats = refs.flatMap((ref) => places.get(seatKey(ref)) ?? []);
  const byVehicle = Map.groupBy(seats, ({ vehicleId }) => vehicleId);
  let span = 0;
  for (const inside of byVehicle.values()) {
    const rows = inside.map(({ row }) => row);
    span += Math.max(...rows) - Math.min(...rows);
  }
  const starts = seats.filter((seat) => !seats.some((other) => isLeftOf(other, seat)));
  return [byVehicle.size, span, starts.length];
}

function isLeftOf(one: SeatPlace, other: SeatPlace): boolean {
  return one.vehicleId === other.vehicleId && one.row === other.row && one.column === other.column - 1;
}

/** Whether two seats are neighbours without an aisle between. */
export function areNeighbours(one: SeatRef, other: SeatRef, places: SeatPlaces): boolean {
  const [left, right] = [places.get(seatKey(one)), places.get(seatKey(other))];
  return left !== undefined && right !== undefined && (isLeftOf(left, right) || isLeftOf(right, left));
}

/** Fewer vehicles count more than fewer rows, and those more than fewer pieces. */
export function compareShapes(one: SeatShape, other: SeatShape): number {
  return one[0] - other[0] || one[1] - other[1] || one[2] - other[2];
}

/** Whether people sit together: not further apart than `limit`, which one in several vehicles makes any seat. */
export function withinLimit(shape: SeatShape, limit: SeatShape): boolean {
  return limit[0] > 1 || compareShapes(shape, limit) <= 0;
}
