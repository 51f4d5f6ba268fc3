import { createHash } from 'node:crypto';

/** The release whose databases this version converts. */
export const CONVERTED_RELEASE = '0.3.1';
/** The last migration of that release. */
export const CONVERTED_LAST = '0149_waiting_without_account';

// What its databases record first, and SHA-256 of the names of all that they record, in order.
const BASELINE = '0000_baseline';
const NAMES = '9aa73494d3714168ae247fef588009426525abe469d4ff399b3d4c12d101d5d1';

/**
 * The release of a database, or a backup, with these applied migrations: the one that is converted, one before it, or
 * none of its line.
 */
export function earlierReleaseOf(applied: readonly string[]): 'convertible' | 'older' | 'none' {
  const names = createHash('sha256').update(applied.toSorted().join('\n')).digest('hex');
  if (names === NAMES) return 'convertible';
  return applied[0] === BASELINE && (applied.at(-1) ?? '') < CONVERTED_LAST ? 'older' : 'none';
}
