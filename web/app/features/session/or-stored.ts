import { isOffline } from '~/lib/api';
import { timeOut } from './token';

/** After this long without an answer a page shows what the device has stored. */
const STORED_AFTER_MS = 5_000;

interface Copy<Answer, Stored> {
  readStored: () => Promise<Stored | undefined>;
  /** Called with an answer that comes after the copy was taken. */
  onLate?: (answer: Answer) => void;
}

/**
 * The API's answer; or what the device has stored, where the API is unreachable or has not answered for 5 s. Without a
 * copy it waits on.
 */
export async function orStored<Answer, Stored>(
  answer: Promise<Answer>,
  { readStored, onLate = () => {} }: Copy<Answer, Stored>,
): Promise<Answer | Stored> {
  const isMissing = await Promise.race([
    answer.then(() => false, isOffline),
    timeOut(STORED_AFTER_MS).then(() => true),
  ]);
  const stored = isMissing ? await readStored() : undefined;
  if (stored === undefined) return answer;
  answer.then(onLate, () => {});
  return stored;
}

/** What the page is complete without; undefined if it takes longer than its other parts wait. */
export function inTime<Part>(part: Promise<Part>): Promise<Part | undefined> {
  return orStored(
    part.then((value) => ({ value })),
    { readStored: async () => ({ value: undefined }) },
  ).then(({ value }) => value);
}

/** Undefined if the API was unreachable. */
export async function reachable<Answer>(call: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isOffline(error)) return undefined;
    throw error;
  }
}
