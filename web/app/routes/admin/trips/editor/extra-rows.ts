import type { TripExtra } from '@passeio/contract/trips/extras';
import { type ExtraRow, extraWritten } from './trip-fields';

/** A row as an extra of which nothing is sold; what cannot be read is free, one, or without a limit. */
export function extraOf(row: ExtraRow): TripExtra {
  const written = extraWritten(row);
  return {
    ...written,
    id: row.id ?? row.key,
    label: row.label.trim() || 'Adicional sem nome',
    priceCents: written.priceCents ?? 0,
    minQuantity: written.minQuantity ?? 1,
    maxQuantity: written.maxQuantity ?? 1,
    stockLeft: written.stock,
    soldUntilHours: written.soldUntilHours ?? 0,
  };
}
