// Without schemas, so that the pages with a seat map stay small.

/** What stands at a square of a vehicle's floor, as people read it. */
export const cellKinds = {
  seat: 'Poltrona',
  aisle: 'Corredor',
  blocked: 'Bloqueada',
  crew: 'Tripulação',
  toilet: 'Banheiro',
  door: 'Porta',
} as const;
export type CellKind = keyof typeof cellKinds;

/** A square; `label` is the number on a seat, "" for everything else. */
export interface Cell {
  kind: CellKind;
  label: string;
}

/** The floor of a vehicle, front row first, each row from the driver's side (left) to the right. */
export type SeatMap = readonly (readonly Cell[])[];

/** Bounds of a map. */
export const MAX_ROWS = 25;
export const MAX_COLUMNS = 7;
export const MAX_SEAT_LABEL = 4;

const letters: Record<string, CellKind> = {
  P: 'seat',
  '.': 'aisle',
  x: 'blocked',
  T: 'crew',
  W: 'toilet',
  D: 'door',
};

/**
 * A map drawn as text, a letter a square: P seat, "." aisle, x blocked, T crew, W toilet, D door. Seats have no number.
 */
export function drawMap(drawing: string): Cell[][] {
  return drawing
    .trim()
    .split(/\s+/)
    .map((row) => [...row].map((letter) => ({ kind: letters[letter] ?? 'aisle', label: '' })));
}

/** A map as a line, as in "T . D / 1 2 . 4 3": seats by their numbers, the rest as in a drawing. */
export function writeMap(map: SeatMap): string {
  const letterOf = Object.fromEntries(Object.entries(letters).map(([letter, kind]) => [kind, letter]));
  return map.map((row) => row.map(({ kind, label }) => label || letterOf[kind]).join(' ')).join(' / ');
}

export function seatsOf(map: SeatMap): Cell[] {
  return map.flatMap((row) => row.filter(({ kind }) => kind === 'seat'));
}

/** How seats are numbered. */
export const numberings = {
  windowFirst: 'Ímpares na janela',
  byRow: 'Da esquerda para a direita',
} as const;
export type Numbering = keyof typeof numberings;

/**
 * The map with its seats numbered from 1, row by row. `windowFirst`, as on Brazilian coaches: on each side of the aisle
 * from the window inwards, the driver's side first, which puts odd numbers at the windows of rows of four.
 */
export function numberSeats(map: SeatMap, numbering: Numbering): Cell[][] {
  let next = 1;
  return map.map((row) => {
    const labels = new Map<number, string>();
    const order = numbering === 'byRow' ? row.map((_, column) => column) : windowFirst(row);
    for (const column of order) if (row[column]?.kind === 'seat') labels.set(column, String(next++));
    return row.map(({ kind }, column) => ({ kind, label: labels.get(column) ?? '' }));
  });
}

// The columns of the driver's side from the window to the aisle, then those of the other side.
function windowFirst(row: readonly Cell[]): number[] {
  const columns = row.map((_, column) => column);
  const aisle = row.findIndex(({ kind }) => kind === 'aisle');
  if (aisle === -1) return columns;
  return [...columns.slice(0, aisle), ...columns.slice(aisle).reverse()];
}

/** Where a seat is, as in "janela". */
export type SeatSide = 'window' | 'aisle' | 'middle';
export const seatSides: Record<SeatSide, string> = { window: 'janela', aisle: 'corredor', middle: 'meio' };

export function seatSide(row: readonly Cell[], column: number): SeatSide {
  if (column === 0 || column === row.length - 1) return 'window';
  return row[column - 1]?.kind === 'aisle' || row[column + 1]?.kind === 'aisle' ? 'aisle' : 'middle';
}

/** A fault of a map in a sentence; undefined: none. */
export function mapFault(map: SeatMap): string | undefined {
  if (map.length === 0 || map.length > MAX_ROWS) return `Use de 1 a ${MAX_ROWS} fileiras.`;
  const [first = []] = map;
  if (map.some((row) => row.length !== first.length)) return 'Todas as fileiras precisam ter a mesma largura.';
  if (first.length === 0 || first.length > MAX_COLUMNS) return `Use de 1 a ${MAX_COLUMNS} lugares por fileira.`;
  const labels = seatsOf(map).map(({ label }) => label);
  if (labels.length === 0) return 'Desenhe pelo menos uma poltrona.';
  if (labels.some((label) => !/^[0-9A-Z]{1,4}$/.test(label)))
    return 'Cada poltrona precisa de um número, com até 4 letras ou algarismos.';
  const repeated = labels.find((label, index) => labels.indexOf(label) !== index);
  return repeated && `A poltrona ${repeated} está repetida.`;
}

interface VehiclePreset {
  key: string;
  label: string;
  drawing: string;
}

const rows = (row: string, count: number) => `${row} `.repeat(count);

/** Usual vehicles, to start from. */
const drawings: readonly VehiclePreset[] = [
  { key: 'van15', label: 'Van 15 lugares', drawing: `T.DD PP.D ${rows('PP.P', 3)} PPPP` },
  { key: 'van16', label: 'Van 16 lugares', drawing: `T.DD ${rows('PP.P', 4)} PPPP` },
  { key: 'van20', label: 'Van 20 lugares', drawing: `T..P ${rows('PP.P', 5)} PPPP` },
  { key: 'micro28', label: 'Micro-ônibus 28 lugares', drawing: `T...D ${rows('PP.PP', 7)}` },
  { key: 'bus42', label: 'Ônibus 42 lugares', drawing: `T.T.D ${rows('PP.PP', 10)} PP.WW` },
  { key: 'bus44', label: 'Ônibus 44 lugares', drawing: `T.T.D ${rows('PP.PP', 11)} xx.WW` },
  { key: 'bus46', label: 'Ônibus 46 lugares', drawing: `T.T.D ${rows('PP.PP', 11)} PP.WW` },
  { key: 'bus50', label: 'Ônibus 50 lugares', drawing: `T.T.D ${rows('PP.PP', 12)} PP.WW` },
];

/** Usual vehicles with numbered seats. */
export const vehiclePresets = drawings.map(({ key, label, drawing }) => ({
  key,
  label,
  map: numberSeats(drawMap(drawing), 'windowFirst') as SeatMap,
}));
