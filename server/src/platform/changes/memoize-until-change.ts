import type { ChangeNotifier } from './change-notifier.ts';

/**
 * Memoizes `read` until any change, for aggregates that are expensive and the same for all staff. Values that depend on
 * the clock may be up to `maxAgeMs` old.
 */
export function memoizeUntilChange<Value>(
  changes: ChangeNotifier,
  read: () => Promise<Value>,
  maxAgeMs: number,
): () => Promise<Value> {
  let cached: { value: Promise<Value>; expiresAt: number } | undefined;
  changes.onChange(() => {
    cached = undefined;
  });
  return () => {
    // Without notifications, changes by other processes go unnoticed.
    if (!changes.isListening) return read();
    if (cached && Date.now() < cached.expiresAt) return cached.value;
    const reading = { value: read(), expiresAt: Date.now() + maxAgeMs };
    cached = reading;
    reading.value.catch(() => {
      if (cached === reading) cached = undefined;
    });
    return reading.value;
  };
}
