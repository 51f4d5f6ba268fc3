import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares secrets in constant time; hashed first, because that needs the same length. */
export function isSameSecret(one: string, other: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(one), hash(other));
}
