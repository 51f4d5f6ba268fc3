import { randomUUIDv7 } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Actor, recordAudit } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { Storage } from '../../../ports/storage/port.ts';
import { type CleanUpJobs, removeReplacedFiles, scheduleImageCleanup } from '../images/clean-up-images.ts';
import { copyImage } from '../images/images.ts';
import { arrangeImages, deleteImage, insertImages } from '../images/trip-images.queries.ts';
import { imageChanges, withCard } from '../images/trip-images.ts';
import { listImages, type TripImageRow } from '../trip/trips.queries.ts';

/** A picture of a departure, as it is kept to be restored. */
export type Picture = Omit<TripImageRow, 'created_at' | 'position' | 'trip_id'>;

/** Where files are; a rehearsal has none, and copies none. */
export type PictureFiles = { storage: Storage; jobs: CleanUpJobs } | undefined;

export async function picturesOf(trx: DatabaseTransaction, tripId: string): Promise<Picture[]> {
  const images = await listImages(trx, [tripId]);
  return images.map(({ created_at: _, position: __, trip_id: ___, ...picture }) => picture);
}

/**
 * The pictures of `source` for a departure that has `own`: those that it has too stay, with the text and place that
 * they have there, others are copied. A picture whose files are missing is left out.
 */
export async function copiesOf(source: Picture[], own: Picture[], files: PictureFiles): Promise<Picture[]> {
  const free = [...own];
  const planned = source.map((original) => {
    const place = free.findIndex((one) => isCopy(one, original));
    const [same] = place < 0 ? [] : free.splice(place, 1);
    return { original, isNew: !same, picture: { ...original, id: same?.id ?? randomUUIDv7() } };
  });
  const added = planned.filter(({ isNew }) => isNew);
  if (!files || added.length === 0) return planned.map(({ picture }) => picture);
  // Before the files, as a transaction that fails leaves them without a row.
  await scheduleImageCleanup(
    files.jobs,
    added.map(({ picture }) => picture.id),
  );
  const missing = new Set<string>();
  for (const { original, picture } of added) {
    if (!(await copyImage(files.storage, original, picture.id))) missing.add(picture.id);
  }
  return planned.map(({ picture }) => picture).filter(({ id }) => !missing.has(id));
}

// Copies have their original's size and mean colour.
function isCopy(one: Picture, other: Picture): boolean {
  const of = ({ color, width, height, widths }: Picture) => ({ color, width, height, widths });
  return isDeepStrictEqual(of(one), of(other));
}

/** Gives a departure these pictures; files of those that go are kept as long as this can be undone. */
export async function replacePictures(
  trx: DatabaseTransaction,
  { actor, files, subject }: { actor: Actor; files: PictureFiles; subject: { id: string; label: string } },
  own: Picture[],
  wanted: Picture[],
): Promise<void> {
  if (isDeepStrictEqual(own, wanted)) return;
  const gone = own.filter(({ id }) => !wanted.some((one) => one.id === id));
  const added = wanted.filter(({ id }) => !own.some((one) => one.id === id));
  for (const { id } of gone) await deleteImage(trx, id);
  const kept = await listImages(trx, [subject.id]);
  const free = wanted.map((_, place) => place).filter((place) => !kept.some(({ position }) => position === place));
  await insertImages(
    trx,
    added.map((picture, index) => ({
      ...{ ...picture, trip_id: subject.id, position: free[index] ?? wanted.length },
      is_card_img: false,
    })),
  );
  await arrangeImages(trx, withCard(wanted));
  const ids = gone.map(({ id }) => id);
  if (files && ids.length > 0) await removeReplacedFiles(trx, files.jobs, ids);
  const changes = imageChanges(own, wanted);
  await recordAudit(trx, actor, { action: 'trip.images_changed', subject: { type: 'trip', ...subject }, changes });
}

/** Throws CHANGED_MEANWHILE unless the pictures are those that a change left, as its audit entry names them. */
export function requirePictures(pictures: Picture[], left: unknown): void {
  const { tripImages } = imageChanges([], pictures);
  if (!isDeepStrictEqual(tripImages?.[1], left)) throw new AppError('CHANGED_MEANWHILE');
}
