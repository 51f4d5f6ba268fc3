import { agesLabel, isSameLabel } from '@passeio/contract/fare-labels';
import type { Fare, farePresets } from '@passeio/contract/trips/fares';
import { parseMoney } from '~/lib/parse-money';
import { type FareRow, fareRow } from './trip-fields';

type Preset = (typeof farePresets)[number];

/** A row as a fare; what cannot be read is open, or free. */
export function fareOf({ label, minAge, maxAge, priceCents, takesPlace, audience }: FareRow): Omit<Fare, 'id'> {
  return {
    label: label.trim(),
    minAge: ageOf(minAge),
    maxAge: ageOf(maxAge),
    priceCents: parseMoney(priceCents) ?? 0,
    takesPlace,
    audience,
  };
}

/** The ages of a row, as in "de 6 a 12 anos". */
export function rowAges({ minAge, maxAge }: FareRow): string {
  return agesLabel({ minAge: ageOf(minAge), maxAge: ageOf(maxAge) }) || 'qualquer idade';
}

/** A preset's rows, with the prices of rows of the same name; fares of staff stay. */
export function withPreset(rows: FareRow[], preset: Preset): FareRow[] {
  const ofPreset = preset.fares.map((fare) => {
    const same = rows.find(({ label }) => isSameLabel(label, fare.label));
    const fresh = fareRow(fare);
    if (!same) return fresh;
    const { key, id, priceCents } = same;
    return { ...fresh, key, priceCents, ...(id ? { id } : {}) };
  });
  const isTaken = ({ key }: FareRow) => ofPreset.some((row) => row.key === key);
  return [...ofPreset, ...rows.filter((row) => row.audience === 'staff' && !isTaken(row))];
}

/** The rows with something typed that are not in `next`, or have other ages there. */
export function lostRows(rows: FareRow[], next: FareRow[]): FareRow[] {
  return rows.filter((row) => {
    const stays = next.find(({ key }) => key === row.key);
    if (!stays) return Boolean(row.id || row.label.trim() || row.priceCents.trim()) && !isUntouched(row);
    const hadAges = row.minAge !== '' || row.maxAge !== '';
    return hadAges && rowAges(stays) !== rowAges(row);
  });
}

// As presets make them.
function isUntouched({ id, priceCents }: FareRow): boolean {
  return id === undefined && priceCents.trim() === '';
}

function ageOf(typed: string): number | null {
  return /^\d{1,3}$/.test(typed.trim()) ? Number(typed) : null;
}
