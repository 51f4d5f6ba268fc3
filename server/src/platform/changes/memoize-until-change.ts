import type { ChangeNotifier } from './change-notifier.ts';

/**
 * Reads once for all who ask until something changes: for what costs much to add up and is the same for everybody who
 * may see it. What follows the clock may be `longestMs` behind it.
 */
export function keptWhileUnchanged<Value>(
  changes: ChangeNotifier,
  read: () => Promise<Value>,
  longestMs: number,
): () => Promise<Value> {
  let kept: { value: Promise<Value>; until: number } | undefined;
  changes.onChange(() => {
    kept = undefined;
  });
  return () => {
    // A process that hears nothing of the others must look for itself.
    if (!changes.isHearing) return read();
    if (kept && Date.now() < kept.until) return kept.value;
    const reading = { value: read(), until: Date.now() + longestMs };
    kept = reading;
    reading.value.catch(() => {
      if (kept === reading) kept = undefined;
    });
    return reading.value;
  };
}
