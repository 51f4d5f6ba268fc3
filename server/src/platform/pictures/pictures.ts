import { join } from 'node:path';
import { ChildProcesses } from '../concurrency/child-processes.ts';

export const PICTURE_WORKER = join(import.meta.dirname, 'picture-worker.ts');

/** One size and format of a stored picture. */
export interface Rendition {
  name: string;
  format: 'avif' | 'webp' | 'jpg' | 'png';
  /** From 1 to 100; PNG has none. */
  quality?: number;
  /** In pixels; renditions wider than the picture are skipped. Without it, the size of the box. */
  width?: number;
  /** Side of a square in which the picture is centred. */
  square?: number;
}

/** How to encode a picture. */
export interface Recipe {
  /** Minimum of each side, in pixels. */
  minSide: number;
  /** Scaled down to fit into this, never up. */
  box: { width: number; height?: number };
  /** False: transparency becomes white. */
  hasTransparency?: boolean;
  renditions: readonly Rendition[];
}

export interface PictureOrder {
  content: Buffer;
  recipe: Recipe;
}

/**
 * `original` is the upright size as uploaded, `size` as scaled into the box; `color` is the dominant one, "#rrggbb".
 */
export interface EncodedPicture {
  original: { width: number; height: number };
  size: { width: number; height: number };
  color: string;
  renditions: (Rendition & { content: Buffer })[];
}

const workers = new ChildProcesses<PictureOrder, EncodedPicture>({
  file: PICTURE_WORKER,
  processes: 2,
  maxQueued: 100,
  timeoutMs: 30_000,
  memoryMb: 256,
  ifLost: 'IMAGE_UNREADABLE',
});

/**
 * Encodes the renditions of an upload: JPEG, PNG or WebP by content, up to 40 million pixels. They are upright, in
 * sRGB, without metadata. Runs in up to two child processes. Throws IMAGE_UNREADABLE also after 30 seconds, and
 * UNAVAILABLE while the queue is full.
 */
export function encodePicture(content: Buffer, recipe: Recipe): Promise<EncodedPicture> {
  return workers.run({ content, recipe });
}
