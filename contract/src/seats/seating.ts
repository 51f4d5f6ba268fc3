// Pure, without schemas: the server proposes seats with it, and the pages say what it says.
import type { SeatMap } from './seat-map.ts';

/** A vehicle of a trip with its map. */
export interface SeatedVehicle {
  id: string;
  map: SeatMap;
}

/** A seat of a trip: its vehicle there, and its number. */
export interface SeatRef {
  vehicleId: string;
  seat: string;
}

/** Whom seats are wanted for: the people of a reservation without one. `near`: where the others of it sit. */
export interface SeatingParty {
  people: readonly { id: string; isMinor: boolean }[];
  near?: readonly SeatRef[];
}

/** Neighbouring free seats of a row, without an aisle between. */
interface Run {
  vehicle: number;
  row: number;
  labels: string[];
}

/** Hours before the departure at which the system seats people without a seat. */
export const SEATING_HOURS = 48;

/** When the system seats people without a seat. */
export function seatsItselfAt(departsAt: Date): Date {
  return new Date(departsAt.getTime() - SEATING_HOURS * 3_600_000);
}

export const seatKey = ({ vehicleId, seat }: SeatRef): string => `${vehicleId} ${seat}`;

/**
 * Seats parties, the largest first: each within as few rows as is possible, there in as few pieces, minors beside an
 * adult of the party as far as adults reach. People who find no free seat have none in the answer, which is by person.
 */
export function seatParties(
  vehicles: readonly SeatedVehicle[],
  parties: readonly SeatingParty[],
  taken: readonly SeatRef[],
): Map<string, SeatRef> {
  const used = new Set(taken.map(seatKey));
  const seated = new Map<string, SeatRef>();
  const sizeOf = ({ people, near = [] }: SeatingParty) => people.length + near.length;
  for (const party of parties.toSorted((one, other) => sizeOf(other) - sizeOf(one))) {
    const pieces = piecesFor(vehicles, party, used);
    for (const [person, ref] of placed(party.people, pieces)) {
      seated.set(person, ref);
      used.add(seatKey(ref));
    }
  }
  return seated;
}

/** Seats for everybody of a trip without one, the people of a reservation together; nobody who sits is moved. */
export function seatEverybody(
  vehicles: readonly SeatedVehicle[],
  people: readonly { id: string; isMinor: boolean; reservationId: string; seat: SeatRef | null }[],
): Map<string, SeatRef> {
  const parties = Array.from(Map.groupBy(people, ({ reservationId }) => reservationId).values(), (party) => ({
    people: party.filter(({ seat }) => !seat),
    near: party.flatMap(({ seat }) => seat ?? []),
  }));
  return seatParties(
    vehicles,
    parties,
    people.flatMap(({ seat }) => seat ?? []),
  );
}

/** Free seats for a party as pieces of rows; of several vehicles where none has room for all. */
function piecesFor(vehicles: readonly SeatedVehicle[], party: SeatingParty, used: Set<string>): SeatRef[][] {
  const free = vehicles.map((vehicle, index) => freeRuns(vehicle, index, used));
  const pieces: SeatRef[][] = [];
  let left = party.people.length;
  while (left > 0) {
    const room = free.map((runs) => runs.reduce((sum, { labels }) => sum + labels.length, 0));
    const most = Math.max(...room);
    if (most <= 0) break;
    const wanted = Math.min(left, most);
    const choices = free.flatMap((runs, index) => ((room[index] ?? 0) >= wanted ? windows(runs, wanted) : []));
    const best = choices
      .map((window) => ({ window, rank: rankOf(window, vehicles, party) }))
      .reduce((one, other) => (compare(one.rank, other.rank) <= 0 ? one : other)).window;
    for (const { vehicle, labels } of best.runs) {
      const vehicleId = vehicles[vehicle]?.id ?? '';
      pieces.push(labels.map((seat) => ({ vehicleId, seat })));
    }
    free[best.vehicle] = [];
    left -= wanted;
  }
  return pieces;
}

function freeRuns({ id, map }: SeatedVehicle, vehicle: number, used: Set<string>): Run[] {
  return map.flatMap((cells, row) => {
    const runs: Run[] = [];
    let labels: string[] = [];
    for (const { kind, label } of cells) {
      if (kind === 'seat' && !used.has(seatKey({ vehicleId: id, seat: label }))) {
        if (labels.length === 0) runs.push({ vehicle, row, labels });
        labels.push(label);
      } else labels = [];
    }
    return runs;
  });
}

/** Seats for all within consecutive rows of a vehicle. */
interface Window {
  vehicle: number;
  from: number;
  to: number;
  runs: Run[];
  /** Seats that stay alone beside the party. */
  rest: number;
}

// From every row the fewest rows that have room.
function windows(runs: readonly Run[], wanted: number): Window[] {
  const rows = [...new Set(runs.map(({ row }) => row))];
  return rows.flatMap((from) => {
    let room = 0;
    for (const to of rows.filter((row) => row >= from)) {
      for (const { row, labels } of runs) if (row === to) room += labels.length;
      if (room >= wanted)
        return [
          fill(
            runs.filter(({ row }) => row >= from && row <= to),
            wanted,
          ),
        ];
    }
    return [];
  });
}

// The longest runs first, which makes the fewest pieces; the last piece from the run that it fits best.
function fill(runs: readonly Run[], wanted: number): Window {
  const left = runs.toSorted((one, other) => other.labels.length - one.labels.length);
  const chosen: Run[] = [];
  let missing = wanted;
  let rest = 0;
  while (missing > 0) {
    const fitting = left.findLastIndex(({ labels }) => labels.length >= missing);
    const [run] = left.splice(Math.max(fitting, 0), 1);
    if (!run) break;
    rest += Math.max(run.labels.length - missing, 0);
    chosen.push({ ...run, labels: run.labels.slice(0, missing) });
    missing -= run.labels.length;
  }
  const rows = runs.map(({ row }) => row);
  return { vehicle: runs[0]?.vehicle ?? 0, from: Math.min(...rows), to: Math.max(...rows), runs: chosen, rest };
}

// Beside those of the party that sit already, then few rows, few pieces, few seats left alone, and from the front.
function rankOf(window: Window, vehicles: readonly SeatedVehicle[], { near = [] }: SeatingParty): number[] {
  const id = vehicles[window.vehicle]?.id;
  const rows = near.flatMap(({ vehicleId, seat }) => (vehicleId === id ? rowOf(vehicles, vehicleId, seat) : []));
  const isElsewhere = near.length > 0 && rows.length === 0 ? 1 : 0;
  const distance = rows.length > 0 ? Math.min(...rows.map((row) => distanceTo(window, row))) : 0;
  const { from, to, runs, rest, vehicle } = window;
  return [isElsewhere, distance, to - from, runs.length, rest, vehicle, from];
}

function rowOf(vehicles: readonly SeatedVehicle[], vehicleId: string, seat: string): number[] {
  const map = vehicles.find(({ id }) => id === vehicleId)?.map ?? [];
  const row = map.findIndex((cells) => cells.some(({ kind, label }) => kind === 'seat' && label === seat));
  return row === -1 ? [] : [row];
}

function distanceTo({ from, to }: Window, row: number): number {
  return Math.max(from - row, row - to, 0);
}

function compare(one: readonly number[], other: readonly number[]): number {
  const index = one.findIndex((value, at) => value !== other[at]);
  return index === -1 ? 0 : (one[index] ?? 0) - (other[index] ?? 0);
}

/**
 * Who sits where in the pieces: an adult has room for a minor on each side, so each goes where the most minors gain
 * one.
 */
export function placed(people: SeatingParty['people'], pieces: readonly SeatRef[][]): [string, SeatRef][] {
  const adults = people.filter(({ isMinor }) => !isMinor);
  const minors = people.filter(({ isMinor }) => isMinor);
  const counts = pieces.map(() => 0);
  const beside = (length: number, count: number) => Math.min(length - count, 2 * count);
  const seats = pieces.reduce((sum, piece) => sum + piece.length, 0);
  for (let number = 0; number < Math.min(adults.length, seats); number += 1) {
    const gains = pieces.map(({ length }, index) => {
      const count = counts[index] ?? 0;
      return count === length ? Number.NEGATIVE_INFINITY : beside(length, count + 1) - beside(length, count);
    });
    const best = gains.indexOf(Math.max(...gains));
    counts[best] = (counts[best] ?? 0) + 1;
  }
  return pieces.flatMap((piece, index) => {
    const order = inPiece(piece.length, counts[index] ?? 0);
    return piece.flatMap((ref, at): [string, SeatRef][] => {
      const person = order[at] === 'adult' ? adults.shift() : minors.shift();
      return person ? [[person.id, ref]] : [];
    });
  });
}

// Groups of an adult with a minor on the left and one on the right, as far as there are minors.
function inPiece(length: number, adults: number): ('adult' | 'minor')[] {
  const order: ('adult' | 'minor')[] = [];
  let minors = length - adults;
  for (let left = adults; left > 0; left -= 1) {
    const both = minors > left ? 2 : minors > 0 ? 1 : 0;
    if (both > 0) order.push('minor');
    order.push('adult');
    if (both > 1) order.push('minor');
    minors -= both;
  }
  return [...order, ...Array<'minor'>(minors).fill('minor')];
}
