import { SERIES_UNDO_HOURS } from '@passeio/contract/trips/series-changes';
import { type Insertable, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Schema } from '../../../platform/database/schema/schema.ts';
import type { TripImageRow } from '../trip/trips.queries.ts';

export async function insertImages(
  trx: DatabaseTransaction,
  images: Insertable<Schema['trip_images']>[],
): Promise<TripImageRow[]> {
  if (images.length === 0) return [];
  const rows = await trx.insertInto('trip_images').values(images).returningAll().execute();
  return rows.sort((a, b) => a.position - b.position);
}

export async function deleteImage(trx: DatabaseTransaction, id: string): Promise<void> {
  await trx.deleteFrom('trip_images').where('id', '=', id).execute();
}

/** Updates position, text and card mark of the given pictures. */
export async function arrangeImages(
  trx: DatabaseTransaction,
  images: { id: string; alt: string; is_card_img: boolean }[],
): Promise<void> {
  // Unmarked first: a unique index allows one card image.
  const ids = images.map((image) => image.id);
  if (ids.length === 0) return;
  await trx
    .updateTable('trip_images')
    .set({ is_card_img: false })
    .where('id', 'in', ids)
    .where('is_card_img', '=', true)
    .execute();
  await sql`
    update trip_images
    set position = arranged.position, alt = arranged.alt, is_card_img = arranged.is_card_img
    from jsonb_to_recordset(${JSON.stringify(images.map((image, position) => ({ ...image, position })))}::jsonb)
      as arranged (id uuid, position integer, alt text, is_card_img boolean)
    where trip_images.id = arranged.id`.execute(trx);
}

/** The `ids` that are pictures, or that undoing a change of many dates makes pictures again. */
export async function neededImages(db: Database, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select id from trip_images where id = any(${ids}::uuid[])
    union
    select (picture ->> 'id')::uuid
    from series_changes c
    join series_change_dates d on d.change_id = c.id
    cross join lateral jsonb_array_elements(d.before -> 'tripImages') as picture
    where (c.created_at > now() - make_interval(hours => ${SERIES_UNDO_HOURS + 1})
        or exists (select from series_changes undoing where undoing.undoes = c.id and undoing.notified_at is null))
      and (picture ->> 'id')::uuid = any(${ids}::uuid[])`.execute(db);
  return new Set(rows.map((row) => row.id));
}
