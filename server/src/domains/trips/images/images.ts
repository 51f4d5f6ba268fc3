import { randomUUIDv7 } from 'node:crypto';
import type { Readable } from 'node:stream';
import { type ImageFormat, imageFormats } from '@passeio/contract/trips/trips';
import { encodePicture, type Recipe } from '../../../platform/pictures/pictures.ts';
import type { Storage } from '../../../ports/storage/port.ts';

/** Widths of renditions in pixels; those wider than the original are skipped. */
const WIDTHS = [400, 800, 1600];
const QUALITIES: Record<ImageFormat, number> = { avif: 52, webp: 76, jpg: 78 };
const MEDIA_TYPES: Record<ImageFormat, string> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' };

const recipe: Recipe = {
  minSide: Math.min(...WIDTHS),
  box: { width: Math.max(...WIDTHS) },
  renditions: WIDTHS.flatMap((width) =>
    imageFormats.map((format) => ({ name: `${width}.${format}`, format, width, quality: QUALITIES[format] })),
  ),
};

interface Rendition {
  width: number;
  format: ImageFormat;
  mediaType: string;
}

/** A stored picture; the caller adds trip, position and text. */
export interface StoredImage {
  id: string;
  color: string;
  width: number;
  height: number;
  widths: number[];
}

/**
 * Encodes and stores a picture in every width and format under a new id. Throws what `encode` throws; then no file is
 * left.
 */
export async function storeImage(
  storage: Storage,
  content: Buffer,
  { id = randomUUIDv7(), encode = encodePicture }: { id?: string; encode?: typeof encodePicture } = {},
): Promise<StoredImage> {
  const { original, color, renditions } = await encode(content, recipe);
  try {
    for (const rendition of renditions) await storage.write(`${folderOf(id)}/${rendition.name}`, rendition.content);
  } catch (error) {
    await removeImage(storage, id);
    throw error;
  }
  const widths = [...new Set(renditions.map(({ width = 0 }) => width))];
  return { id, ...original, widths, color };
}

/** Copies a picture's files; false if any is missing. */
export async function copyImage(storage: Storage, { id, widths }: StoredImage, newId: string): Promise<boolean> {
  for (const width of widths) {
    for (const format of imageFormats) {
      if (!(await storage.copy(renditionKey(id, width, format), renditionKey(newId, width, format)))) return false;
    }
  }
  return true;
}

/** Deletes a picture's files, if any. */
export function removeImage(storage: Storage, id: string): Promise<void> {
  return storage.removeFolder(folderOf(id));
}

/** Parses a rendition's name, as in "800.webp"; undefined if invalid. */
export function parseRendition(name: string): Rendition | undefined {
  const match = /^([1-9]\d{0,4})\.(avif|webp|jpg)$/.exec(name);
  if (!match) return undefined;
  const format = match[2] as ImageFormat;
  return { width: Number(match[1]), format, mediaType: MEDIA_TYPES[format] };
}

/** A rendition's bytes; undefined if missing. */
export function openRendition(storage: Storage, imageId: string, rendition: Rendition): Promise<Readable | undefined> {
  return storage.read(renditionKey(imageId, rendition.width, rendition.format));
}

function renditionKey(imageId: string, width: number, format: ImageFormat): string {
  return `${folderOf(imageId)}/${width}.${format}`;
}

function folderOf(imageId: string): string {
  return `trip-images/${imageId.toLowerCase()}`;
}
