/** A token counts as spent this long before it expires. */
export const EARLY_MS = 5 * 60 * 1000;

/** Whether a JWT expires within 5 minutes, has expired or cannot be read. The signature is the server's business. */
export function expiresSoon(token: string, now = Date.now()): boolean {
  return expiryOf(token) - EARLY_MS <= now;
}

/** When a JWT expires, in milliseconds since 1970; 0 if it cannot be read. */
export function expiryOf(token: string): number {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const { exp } = JSON.parse(atob(payload)) as { exp?: unknown };
    return typeof exp === 'number' ? exp * 1000 : 0;
  } catch {
    return 0;
  }
}
