import { randomUUIDv7 } from 'node:crypto';
import type { ErrorCode } from '@passeio/contract/api/errors';
import { MAX_TRIP_IMAGES, type TripImageList, type TripImageOrder } from '@passeio/contract/trips/trip-changes';
import type { Deps } from '../../../deps.ts';
import { type Actor, type Changes, recordAudit } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { mapConstraintErrors } from '../../../platform/database/constraints.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { readTimeZone } from '../../settings/index.ts';
import { labelOf } from '../trip/trip-facts.ts';
import { presentImage } from '../trip/trips.present.ts';
import { findTrip, listImages, lockTrip, type TripImageRow, type TripRow } from '../trip/trips.queries.ts';
import { removeFilesAfter, removeUnusedFiles, scheduleImageCleanup } from './clean-up-images.ts';
import { type StoredImage, storeImage } from './images.ts';
import { arrangeImages, deleteImage, insertImages } from './trip-images.queries.ts';

const refusals: Record<string, ErrorCode> = { trip_images_at_most_twelve: 'IMAGES_FULL' };

type ImageDeps = Pick<Deps, 'db' | 'storage' | 'jobs'>;

/**
 * Appends pictures to a trip, all or none; the first one becomes its card image. Throws INVALID_INPUT without a
 * picture, or a picture's error.
 */
export async function addImages(
  deps: ImageDeps,
  actor: Actor,
  tripId: string,
  contents: AsyncIterable<Buffer>,
): Promise<TripImageList> {
  const { db, storage } = deps;
  // Checked before the upload is read.
  requireChangeable(await findTrip(db, 'id', tripId));
  if ((await listImages(db, [tripId])).length >= MAX_TRIP_IMAGES) throw new AppError('IMAGES_FULL');
  const stored = await storeAll(deps, contents);
  try {
    return await inTransaction(db, (trx) => insertUploadedImages(trx, actor, tripId, stored));
  } catch (error) {
    // After other failures the transaction may have committed: the clean-up job checks later.
    if (error instanceof AppError) await removeUnusedFiles(db, storage, idsOf(stored));
    throw error;
  }
}

/** Removes a picture; the next one becomes the card image if needed. Throws IMAGE_NOT_FOUND and as above. */
export async function removeTripImage(
  { db, jobs }: ImageDeps,
  actor: Actor,
  tripId: string,
  imageId: string,
): Promise<TripImageList> {
  return inTransaction(db, (trx) =>
    changeImages(trx, actor, tripId, async (images) => {
      if (!images.some((image) => image.id === imageId)) throw new AppError('IMAGE_NOT_FOUND');
      await deleteImage(trx, imageId);
      await removeFilesAfter(trx, jobs, [imageId]);
      const left = images.filter((image) => image.id !== imageId);
      await arrangeImages(trx, withCard(left));
    }),
  );
}

/** Reorders a trip's pictures. Throws IMAGES_CHANGED if `images` are not exactly those, and as above. */
export async function orderImages(
  { db }: ImageDeps,
  actor: Actor,
  tripId: string,
  { images: wanted }: TripImageOrder,
): Promise<TripImageList> {
  return inTransaction(db, (trx) =>
    changeImages(trx, actor, tripId, async (images) => {
      const known = new Set(idsOf(images));
      if (wanted.length !== known.size || wanted.some(({ id }) => !known.has(id))) throw new AppError('IMAGES_CHANGED');
      await arrangeImages(
        trx,
        withCard(wanted.map(({ isCardImg, ...image }) => ({ ...image, is_card_img: isCardImg }))),
      );
    }),
  );
}

async function storeAll({ db, storage, jobs }: ImageDeps, contents: AsyncIterable<Buffer>): Promise<StoredImage[]> {
  const stored: StoredImage[] = [];
  try {
    for await (const content of contents) {
      const id = randomUUIDv7();
      await scheduleImageCleanup(jobs, [id]);
      stored.push(await storeImage(storage, content, { id }));
    }
    if (stored.length === 0) throw new AppError('INVALID_INPUT', { images: 'Escolha pelo menos uma foto.' });
    return stored;
  } catch (error) {
    await removeUnusedFiles(db, storage, idsOf(stored));
    throw error;
  }
}

function insertUploadedImages(
  trx: DatabaseTransaction,
  actor: Actor,
  tripId: string,
  stored: StoredImage[],
): Promise<TripImageList> {
  return changeImages(trx, actor, tripId, async (images) => {
    await mapConstraintErrors(refusals, () =>
      insertImages(
        trx,
        stored.map((image, index) => ({
          ...image,
          trip_id: tripId,
          position: images.length + index,
          is_card_img: images.length + index === 0,
        })),
      ),
    );
  });
}

// Serialised per trip, because positions are computed from existing rows.
async function changeImages(
  trx: DatabaseTransaction,
  actor: Actor,
  tripId: string,
  change: (images: TripImageRow[]) => Promise<void>,
): Promise<TripImageList> {
  const trip = requireChangeable(await lockTrip(trx, tripId));
  const before = await listImages(trx, [tripId]);
  await change(before);
  const after = await listImages(trx, [tripId]);
  const subject = { type: 'trip' as const, id: tripId, label: labelOf(trip, await readTimeZone(trx)) };
  await recordAudit(trx, actor, { action: 'trip.images_changed', subject, changes: imageChanges(before, after) });
  return { data: after.map(presentImage), page: { number: 1, size: MAX_TRIP_IMAGES, total: after.length } };
}

/** The card image: the marked one, else the first. */
export function cardOf(images: { id: string; is_card_img: boolean }[]): string | undefined {
  return (images.find((image) => image.is_card_img) ?? images[0])?.id;
}

function requireChangeable(trip: TripRow | undefined): TripRow {
  if (!trip) throw new AppError('TRIP_NOT_FOUND');
  if (trip.archived_at) throw new AppError('TRIP_ARCHIVED');
  return trip;
}

export function withCard<Image extends { id: string; alt: string; is_card_img: boolean }>(images: Image[]) {
  const card = cardOf(images);
  return images.map(({ id, alt }) => ({ id, alt, is_card_img: id === card }));
}

type PictureText = Pick<TripImageRow, 'id' | 'alt' | 'is_card_img'>;

export function imageChanges(before: PictureText[], after: PictureText[]): Changes {
  const shown = (images: PictureText[]) =>
    images.map(({ id, alt, is_card_img }) => ({ id, alt, isCardImg: is_card_img }));
  return { tripImages: [shown(before), shown(after)] };
}

function idsOf(images: { id: string }[]): string[] {
  return images.map((image) => image.id);
}
