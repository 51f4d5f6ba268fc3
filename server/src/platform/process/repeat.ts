import { setTimeout as wait } from 'node:timers/promises';

/**
 * Runs `work` at once and again `intervalMs` after it is done; `onError` gets what it throws. Returns how to stop,
 * which waits for the run at work: `signal` asks `work` to stop.
 */
export function repeat(
  work: (signal: AbortSignal) => Promise<void>,
  intervalMs: number,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async () => {
    while (!signal.aborted) {
      await work(signal).catch(onError);
      await wait(intervalMs, undefined, { signal }).catch(() => {});
    }
  };
  const running = run();
  return async () => {
    stopping.abort();
    await running;
  };
}
