import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { ErrorCode } from '@passeio/contract/errors';
import { Semaphore } from '../concurrency/semaphore.ts';
import { AppError } from '../http/errors.ts';

export const PICTURE_WORKER = join(import.meta.dirname, 'picture-worker.ts');
const WORKERS = 2;
const TIMEOUT_MS = 30_000;
const IDLE_MS = 10_000;

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

/** `refused`: the upload is invalid. `failed`: the worker has a problem. */
export type PictureResult = { made: EncodedPicture } | { refused: ErrorCode } | { failed: string };

const workers = new Semaphore({ permits: WORKERS, maxQueued: 100, timeoutMs: 60_000 });
const idle: ChildProcess[] = [];

/**
 * Encodes the renditions of an upload: JPEG, PNG or WebP by content, up to 40 million pixels. They are upright, in
 * sRGB, without metadata. Runs in up to two child processes, which end when idle. Throws IMAGE_UNSUPPORTED,
 * IMAGE_ANIMATED, IMAGE_TOO_SMALL, IMAGE_TOO_LONG, IMAGE_TOO_MANY_PIXELS, IMAGE_UNREADABLE (also after 30 seconds) or
 * UNAVAILABLE (queue full).
 */
export function encodePicture(content: Buffer, recipe: Recipe): Promise<EncodedPicture> {
  return workers.run(async () => {
    const worker = idle.pop() ?? startWorker();
    const result = await ask(worker, { content, recipe });
    releaseWorker(worker);
    if ('refused' in result) throw new AppError(result.refused);
    if ('failed' in result) throw new Error(`a picture could not be made: ${result.failed}`);
    return result.made;
  });
}

function startWorker(): ChildProcess {
  // Without our secrets and the debugger's port.
  const { PATH, HOME, TMPDIR } = process.env;
  const worker = fork(PICTURE_WORKER, { serialization: 'advanced', execArgv: [], env: { PATH, HOME, TMPDIR } });
  worker.once('exit', () => removeIdle(worker));
  // An idle worker does not keep the application running.
  worker.unref();
  worker.channel?.unref();
  return worker;
}

function ask(worker: ChildProcess, order: PictureOrder): Promise<PictureResult> {
  return new Promise((resolve, reject) => {
    let isTimedOut = false;
    const timeout = setTimeout(() => {
      isTimedOut = true;
      worker.kill('SIGKILL');
    }, TIMEOUT_MS);
    const onExit = (code: number | null, signal: string | null) => {
      clearTimeout(timeout);
      reject(
        isTimedOut ? new AppError('IMAGE_UNREADABLE') : new Error(`the picture process ended with ${code ?? signal}`),
      );
    };
    worker.once('exit', onExit);
    worker.once('message', (result: PictureResult) => {
      clearTimeout(timeout);
      worker.off('exit', onExit);
      resolve(result);
    });
    worker.send(order, (error) => error && worker.kill('SIGKILL'));
  });
}

function releaseWorker(worker: ChildProcess): void {
  idle.push(worker);
  setTimeout(() => {
    if (removeIdle(worker)) worker.disconnect();
  }, IDLE_MS).unref();
}

function removeIdle(worker: ChildProcess): boolean {
  const place = idle.indexOf(worker);
  if (place >= 0) idle.splice(place, 1);
  return place >= 0;
}
