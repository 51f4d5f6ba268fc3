import type { TripExtra } from '@passeio/contract/trips/extras';
import { parseMoney } from '~/lib/parse-money';
import type { ExtraRow } from './trip-fields';

/** A row as an extra of which nothing is sold; what cannot be read is free, one, or without a limit. */
export function extraOf(row: ExtraRow): TripExtra {
  const stock = numberIn(row.stock) ?? null;
  return {
    id: row.id ?? row.key,
    label: row.label.trim() || 'Adicional sem nome',
    description: row.description,
    priceCents: parseMoney(row.priceCents) ?? 0,
    per: row.per,
    minQuantity: numberIn(row.minQuantity) ?? 1,
    maxQuantity: numberIn(row.maxQuantity) ?? 1,
    stock,
    stockLeft: stock,
    soldUntilHours: numberIn(row.soldUntilHours) ?? 0,
    refundable: row.refundable,
    choice: row.choice,
    minAge: numberIn(row.minAge) ?? null,
    maxAge: numberIn(row.maxAge) ?? null,
  };
}

function numberIn(typed: string): number | undefined {
  return /^\d{1,6}$/.test(typed.trim()) ? Number(typed) : undefined;
}
