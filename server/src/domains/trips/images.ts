import { randomUUIDv7 } from 'node:crypto';
import type { Readable } from 'node:stream';
import { type ImageFormat, imageFormats } from '@passeio/contract/trips';
import sharp, { type Sharp } from 'sharp';
import type { Storage } from '../../ports/storage/port.ts';

/** Widths, in pixels, that a picture is kept in; those wider than the original are left out. */
const WIDTHS = [400, 800, 1600];
const MAX_PIXELS = 40_000_000;
const MEDIA_TYPES: Record<ImageFormat, string> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' };

interface Rendition {
  width: number;
  format: ImageFormat;
  mediaType: string;
}

/** What is known of a stored picture; the caller adds trip, position and text. */
export interface StoredImage {
  id: string;
  color: string;
  width: number;
  height: number;
  widths: number[];
}

/**
 * Stores a picture in every width and format under a new id. The pixels are encoded anew, upright and without
 * metadata. Throws what sharp says of content that is no picture or has more than 40 million pixels.
 */
export async function storeImage(storage: Storage, content: Buffer): Promise<StoredImage> {
  const options = { limitInputPixels: MAX_PIXELS, failOn: 'error' as const };
  const upright = await sharp(content, options)
    .autoOrient()
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = upright.info;
  const pixels = () => sharp(upright.data, { raw: { width, height, channels } });
  const id = randomUUIDv7();
  const widths = WIDTHS.filter((candidate) => candidate <= width);
  if (widths.length === 0) widths.push(width);
  for (const target of widths) {
    const resized = await pixels().resize({ width: target }).raw().toBuffer({ resolveWithObject: true });
    const { width: w, height: h, channels: c } = resized.info;
    const small = () => sharp(resized.data, { raw: { width: w, height: h, channels: c } });
    // Efforts at the knee of the curve: more of it costs seconds and saves a few percent.
    const encodings: Record<ImageFormat, Promise<Buffer>> = {
      avif: small()
        .avif({ quality: 52, effort: w > 800 ? 1 : 2 })
        .toBuffer(),
      webp: small().webp({ quality: 76, effort: 2 }).toBuffer(),
      jpg: small().jpeg({ quality: 78 }).toBuffer(),
    };
    for (const format of imageFormats) await storage.write(renditionKey(id, target, format), await encodings[format]);
  }
  return { id, width, height, widths, color: await dominantColor(pixels()) };
}

/** The parts of a rendition's name, as in "800.webp"; undefined for any other text. */
export function parseRendition(name: string): Rendition | undefined {
  const match = /^([1-9]\d{0,4})\.(avif|webp|jpg)$/.exec(name);
  if (!match) return undefined;
  const format = match[2] as ImageFormat;
  return { width: Number(match[1]), format, mediaType: MEDIA_TYPES[format] };
}

/** The bytes of a rendition; undefined where it does not exist. */
export function openRendition(storage: Storage, imageId: string, rendition: Rendition): Promise<Readable | undefined> {
  return storage.read(renditionKey(imageId, rendition.width, rendition.format));
}

function renditionKey(imageId: string, width: number, format: ImageFormat): string {
  return `trip-images/${imageId.toLowerCase()}/${width}.${format}`;
}

async function dominantColor(image: Sharp): Promise<string> {
  const { dominant } = await image.stats();
  const hex = (value: number) => Math.round(value).toString(16).padStart(2, '0');
  return `#${hex(dominant.r)}${hex(dominant.g)}${hex(dominant.b)}`;
}
