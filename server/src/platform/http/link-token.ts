import { createHash, randomBytes } from 'node:crypto';

/** A random token for a link or a session, in base64url. */
export function newToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url');
}

/** What the database stores of a token, so that a copy of it opens nothing. A random token needs no salt. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
