import { randomUUIDv7 } from 'node:crypto';
import { isSameLabel } from '@passeio/contract/fare-labels';
import { keysOf } from '@passeio/contract/table';
import { type ExtraDraft, type TripExtra, tripExtra } from '@passeio/contract/trips/extras';
import { plural } from '@passeio/contract/words';
import { type Selectable, sql } from 'kysely';
import { excludedColumns, fromColumns, toColumns } from '../../../platform/database/column-names.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Schema } from '../../../platform/database/schema/schema.ts';
import { AppError } from '../../../platform/http/errors.ts';

export type ExtraRow = Selectable<Schema['trip_extras']>;

/** The fields of an extra that are columns. */
export const extraFields = keysOf(tripExtra.omit({ stockLeft: true }).shape);

/**
 * The rows of a trip's drafted extras, in their order. `known` are those that it offers; a draft without an id that has
 * the label of one of them keeps its id. Throws INVALID_INPUT for an id that is not of this trip, or stands there
 * twice, and EXTRA_STOCK_TAKEN for a stock below what was sold.
 */
export function extrasOfDraft(tripId: string, drafts: ExtraDraft[], known: ExtraRow[]): ExtraRow[] {
  const free = new Map(known.map((one) => [one.id, one]));
  const take = (id: string) => {
    const found = free.get(id);
    free.delete(id);
    return found;
  };
  const byId = drafts.map(({ id }) => {
    const found = id === undefined ? undefined : take(id.toLowerCase());
    if (id === undefined || found) return found;
    throw new AppError('INVALID_INPUT', {
      extras: 'Há um adicional que não é deste passeio. Recarregue a página e tente de novo.',
    });
  });
  return drafts.map((draft, position) => {
    const same = [...free.values()].find(({ label }) => isSameLabel(label, draft.label));
    const before = byId[position] ?? (same && take(same.id));
    const taken = before?.taken ?? 0;
    if (draft.stock !== null && draft.stock < taken) {
      const sold = plural(taken, 'já foi vendido', 'já foram vendidos');
      throw new AppError('EXTRA_STOCK_TAKEN', { [`extras.${position}.stock`]: `${draft.label}: ${sold}.` });
    }
    return {
      ...toColumns(draft),
      id: before?.id ?? randomUUIDv7(),
      trip_id: tripId,
      position,
      taken,
      ended_at: null,
    };
  });
}

export function presentExtra(row: ExtraRow): TripExtra {
  return { ...fromColumns(row, extraFields), stockLeft: row.stock === null ? null : row.stock - row.taken };
}

/** The extras that these trips offer, by trip and position. */
export function listExtras(db: Database, tripIds: string[]): Promise<ExtraRow[]> {
  if (tripIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('trip_extras')
    .selectAll()
    .where('trip_id', 'in', tripIds)
    .where('ended_at', 'is', null)
    .orderBy('trip_id')
    .orderBy('position')
    .execute();
}

/** An extra of a trip, also one that is not offered any more. */
export function findExtra(db: Database, tripId: string, id: string): Promise<ExtraRow | undefined> {
  return db.selectFrom('trip_extras').selectAll().where('id', '=', id).where('trip_id', '=', tripId).executeTakeFirst();
}

/**
 * Makes these rows what a locked trip offers: inserts those without a stored id, updates the others; of the rest those
 * that were sold end, and the others are deleted. What was sold is counted by the database alone.
 */
export async function writeExtras(trx: DatabaseTransaction, tripId: string, extras: ExtraRow[]): Promise<void> {
  const ids = extras.map(({ id }) => id);
  const rest = sql<boolean>`trip_id = ${tripId} and ended_at is null and id <> all (${ids}::uuid[])`;
  const wasSold = sql<boolean>`exists (
    select from reservation_lines where kind = 'extra' and source_id = trip_extras.id)`;
  await trx.updateTable('trip_extras').set({ ended_at: new Date() }).where(rest).where(wasSold).execute();
  await trx.deleteFrom('trip_extras').where(rest).execute();
  if (extras.length === 0) return;
  await trx
    .insertInto('trip_extras')
    .values(extras.map(({ taken: _, ...extra }) => extra))
    .onConflict((conflict) => conflict.column('id').doUpdateSet(excludedColumns(extraFields)))
    .execute();
}
