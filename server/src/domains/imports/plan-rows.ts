import type { ImportKind } from '@passeio/contract/imports/import-fields';
import type { Database } from '../../platform/database/connect.ts';
import { planClients } from './clients.ts';
import type { ImportRow, StoredRow } from './imports.queries.ts';
import type { PlannedRow } from './plan.ts';
import { planReservations } from './reservations.ts';
import { planTrips } from './trips.ts';
import { WrittenRow } from './written-cells.ts';

type Plan = (db: Database, rows: WrittenRow[]) => Promise<PlannedRow[]>;

const plans: Record<ImportKind, Plan> = { clients: planClients, trips: planTrips, reservations: planReservations };

/** What becomes of the rows below the headers. */
export async function planRows(
  db: Database,
  { kind, header_line, columns }: ImportRow,
  stored: readonly StoredRow[],
): Promise<PlannedRow[]> {
  const below = stored.filter(({ line }) => line > header_line);
  const rows = below.map(({ line, cells }) => new WrittenRow(line, columns, cells));
  return plans[kind](db, rows);
}
