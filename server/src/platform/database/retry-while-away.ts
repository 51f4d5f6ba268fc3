import { setTimeout as wait } from 'node:timers/promises';
import { isDatabaseAway } from '../http/errors.ts';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

/** Repeats `work` for as long as it fails because the database is away; `onAway` gets the first reason. */
export async function retryWhileAway<Result>(
  work: () => Promise<Result>,
  onAway: (reason: string) => void,
): Promise<Result> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      if (pause === FIRST_PAUSE_MS) onAway((error as Error).message);
      await wait(pause);
    }
  }
}
