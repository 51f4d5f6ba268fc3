import {
  type Cell,
  type CellKind,
  MAX_COLUMNS,
  MAX_ROWS,
  type Numbering,
  numberSeats,
  type SeatMap,
  seatsOf,
} from '@passeio/contract/seats/seat-map';

/** How seats get their numbers: by a rule after every change, or each by hand. */
export type EditedNumbering = Numbering | 'byHand';

export interface Square {
  row: number;
  column: number;
}

/** A map that is being drawn. `past`: the maps before, the latest last. */
export interface EditedMap {
  map: SeatMap;
  numbering: EditedNumbering;
  at: Square;
  past: readonly Pick<EditedMap, 'map' | 'numbering' | 'at'>[];
}

export type MapChange =
  | { do: 'go'; to: Square }
  | { do: 'paint'; at: Square; kind: CellKind }
  | { do: 'label'; label: string }
  | { do: 'number'; numbering: EditedNumbering }
  | { do: 'insertRow' }
  | { do: 'removeRow' }
  | { do: 'width'; columns: number }
  | { do: 'replace'; map: SeatMap }
  | { do: 'undo' }
  | { do: 'restart'; map: SeatMap };

const PAST = 100;

/** A map to begin with, with the numbering that it follows. */
export function startEditing(map: SeatMap): EditedMap {
  return { map, numbering: numberingOf(map), at: { row: 0, column: 0 }, past: [] };
}

function numberingOf(map: SeatMap): EditedNumbering {
  const labels = labelsOf(map);
  const follows = (numbering: Numbering) => labelsOf(numberSeats(map, numbering)) === labels;
  return (['windowFirst', 'byRow'] as const).find(follows) ?? 'byHand';
}

function labelsOf(map: SeatMap): string {
  return seatsOf(map)
    .map(({ label }) => label)
    .join();
}

/** The map after a change; the same one where nothing can change. */
export function editMap(edited: EditedMap, change: MapChange): EditedMap {
  if (change.do === 'go') return { ...edited, at: within(edited.map, change.to) };
  if (change.do === 'restart') return startEditing(change.map);
  if (change.do === 'undo') {
    const before = edited.past.at(-1);
    return before ? { ...before, past: edited.past.slice(0, -1) } : edited;
  }
  const after = { ...edited, ...changed(edited, change) };
  if (after.map === edited.map && after.numbering === edited.numbering) return { ...edited, at: after.at };
  const { map, numbering, at } = edited;
  const numbered = after.numbering === 'byHand' ? after.map : numberSeats(after.map, after.numbering);
  return {
    map: numbered,
    numbering: after.numbering,
    at: within(numbered, after.at),
    past: [...edited.past, { map, numbering, at }].slice(-PAST),
  };
}

function changed(
  { map, at }: EditedMap,
  change: Exclude<MapChange, { do: 'go' | 'undo' | 'restart' }>,
): Partial<EditedMap> {
  switch (change.do) {
    case 'paint':
      return paint(map, change.at, change.kind);
    case 'label':
      return {
        map: withCell(map, at, { kind: 'seat', label: change.label.trim().toUpperCase() }),
        numbering: 'byHand',
      };
    case 'number':
      return { numbering: change.numbering };
    case 'insertRow': {
      const copy = (map[at.row] ?? []).map(({ kind }) => newCell(kind, map));
      if (map.length === MAX_ROWS) return {};
      return { map: map.toSpliced(at.row + 1, 0, withFreeLabels(copy, map)), at: { ...at, row: at.row + 1 } };
    }
    case 'removeRow':
      return map.length === 1 ? {} : { map: map.toSpliced(at.row, 1) };
    case 'width':
      return { map: widen(map, Math.min(Math.max(change.columns, 1), MAX_COLUMNS)) };
    case 'replace':
      return { map: change.map, numbering: numberingOf(change.map), at: { row: 0, column: 0 } };
  }
}

function paint(map: SeatMap, at: Square, kind: CellKind): Partial<EditedMap> {
  if (map[at.row]?.[at.column]?.kind === kind) return { at };
  return { map: withCell(map, at, newCell(kind, map)), at };
}

// A seat that is drawn gets the first number that is free; a rule numbers it anew.
function newCell(kind: CellKind, map: SeatMap): Cell {
  return { kind, label: kind === 'seat' ? freeLabel(new Set(seatsOf(map).map(({ label }) => label))) : '' };
}

function withFreeLabels(row: readonly Cell[], map: SeatMap): Cell[] {
  const taken = new Set(seatsOf(map).map(({ label }) => label));
  return row.map((cell) => {
    if (cell.kind !== 'seat') return cell;
    const label = freeLabel(taken);
    taken.add(label);
    return { ...cell, label };
  });
}

function freeLabel(taken: ReadonlySet<string>): string {
  let number = 1;
  while (taken.has(String(number))) number += 1;
  return String(number);
}

function withCell(map: SeatMap, { row, column }: Square, cell: Cell): SeatMap {
  return map.map((cells, index) => (index === row ? cells.with(column, cell) : cells));
}

function widen(map: SeatMap, columns: number): SeatMap {
  const width = map[0]?.length ?? 0;
  if (columns === width) return map;
  const more = Array.from({ length: Math.max(columns - width, 0) }, (): Cell => ({ kind: 'aisle', label: '' }));
  return map.map((row) => [...row.slice(0, columns), ...more]);
}

function within(map: SeatMap, { row, column }: Square): Square {
  const limit = (value: number, length: number) => Math.max(0, Math.min(value, length - 1));
  return { row: limit(row, map.length), column: limit(column, map[0]?.length ?? 1) };
}
