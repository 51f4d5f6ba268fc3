import { Worker } from 'node:worker_threads';

interface ThreadLimits {
  memoryMb: number;
  timeoutMs: number;
}

/**
 * The first message of a thread that runs `file` with `order` as its data, without the environment's variables.
 * Undefined if it takes more memory or time than it may.
 */
export function runInThread<Result>(
  file: string,
  order: object,
  { memoryMb, timeoutMs }: ThreadLimits,
): Promise<Result | undefined> {
  const limits = { maxOldGenerationSizeMb: memoryMb };
  const worker = new Worker(file, { workerData: order, resourceLimits: limits, env: {} });
  const { promise, resolve, reject } = Promise.withResolvers<Result | undefined>();
  const giveUp = setTimeout(() => resolve(undefined), timeoutMs);
  worker.once('message', resolve);
  worker.once('error', (error: NodeJS.ErrnoException) =>
    error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve(undefined) : reject(error),
  );
  return promise.finally(() => {
    clearTimeout(giveUp);
    return worker.terminate();
  });
}
