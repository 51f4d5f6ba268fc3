import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { ErrorCode } from '@passeio/contract/errors';
import { Semaphore } from '../concurrency/semaphore.ts';
import { AppError } from '../http/errors.ts';

const WORKER = join(import.meta.dirname, 'picture-worker.ts');
const WORKERS = 2;
const LONGEST_WORK_MS = 30_000;
const IDLE_MS = 10_000;

/** One form that a picture is kept in. */
export interface Rendition {
  name: string;
  format: 'avif' | 'webp' | 'jpg' | 'png';
  /** From 1 to 100; PNG has none. */
  quality?: number;
  /** In pixels; left out where the picture is narrower. Without it the picture stays as the box has made it. */
  width?: number;
  /** Side of a square that the picture is centred in. */
  square?: number;
}

/** What is to be made of a picture. */
export interface Recipe {
  /** The least that it has on each side, in pixels. */
  minSide: number;
  /** It is made to fit into this, never larger than it is. */
  box: { width: number; height?: number };
  /** Becomes white otherwise. */
  keepsTransparency?: boolean;
  renditions: readonly Rendition[];
}

export interface PictureOrder {
  content: Buffer;
  recipe: Recipe;
}

/** `original` is its size upright as it came, `size` as it fits into the box; `color` is the one there is most of. */
export interface EncodedPicture {
  original: { width: number; height: number };
  size: { width: number; height: number };
  color: string;
  renditions: (Rendition & { content: Buffer })[];
}

/** Why there is no picture: what its sender did, or what went wrong here. */
export type PictureResult = { made: EncodedPicture } | { refused: ErrorCode } | { failed: string };

const workers = new Semaphore({ permits: WORKERS, maxQueued: 100, timeoutMs: 60_000 });
const idle: ChildProcess[] = [];

/**
 * Makes the renditions of a picture that somebody sent: a JPEG, PNG or WebP by its content, of up to 40 million pixels.
 * They are upright, in sRGB, without metadata. The work is done in other processes, two at a time, which end when there
 * is none. Throws IMAGE_UNSUPPORTED, IMAGE_ANIMATED, IMAGE_TOO_SMALL, IMAGE_TOO_LONG, IMAGE_TOO_MANY_PIXELS or
 * IMAGE_UNREADABLE, which is also said of what takes more than 30 seconds; UNAVAILABLE where too many wait.
 */
export function encodePicture(content: Buffer, recipe: Recipe): Promise<EncodedPicture> {
  return workers.run(async () => {
    const worker = idle.pop() ?? startWorker();
    const answer = await ask(worker, { content, recipe });
    letIdle(worker);
    if ('refused' in answer) throw new AppError(answer.refused);
    if ('failed' in answer) throw new Error(`a picture could not be made: ${answer.failed}`);
    return answer.made;
  });
}

function startWorker(): ChildProcess {
  // It needs none of our secrets, nor our debugger's port.
  const { PATH, HOME, TMPDIR } = process.env;
  const worker = fork(WORKER, { serialization: 'advanced', execArgv: [], env: { PATH, HOME, TMPDIR } });
  worker.once('exit', () => forget(worker));
  // A worker without work does not keep the application from ending.
  worker.unref();
  worker.channel?.unref();
  return worker;
}

function ask(worker: ChildProcess, order: PictureOrder): Promise<PictureResult> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const patience = setTimeout(() => {
      isLate = true;
      worker.kill('SIGKILL');
    }, LONGEST_WORK_MS);
    const onExit = (code: number | null, signal: string | null) => {
      clearTimeout(patience);
      reject(isLate ? new AppError('IMAGE_UNREADABLE') : new Error(`the picture process ended with ${code ?? signal}`));
    };
    worker.once('exit', onExit);
    worker.once('message', (answer: PictureResult) => {
      clearTimeout(patience);
      worker.off('exit', onExit);
      resolve(answer);
    });
    worker.send(order, (error) => error && worker.kill('SIGKILL'));
  });
}

function letIdle(worker: ChildProcess): void {
  idle.push(worker);
  setTimeout(() => {
    if (forget(worker)) worker.disconnect();
  }, IDLE_MS).unref();
}

function forget(worker: ChildProcess): boolean {
  const place = idle.indexOf(worker);
  if (place >= 0) idle.splice(place, 1);
  return place >= 0;
}
