/** A token counts as expired this long before it does. */
export const EARLY_MS = 5 * 60 * 1000;

/** Whether a JWT expires within 5 minutes, has expired or is malformed. Does not verify the signature. */
export function expiresSoon(token: string, now = Date.now()): boolean {
  return expiryOf(token) - EARLY_MS <= now;
}

/** Expiry of a JWT in epoch milliseconds; 0 if malformed. */
export function expiryOf(token: string): number {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const { exp } = JSON.parse(atob(payload)) as { exp?: unknown };
    return typeof exp === 'number' ? exp * 1000 : 0;
  } catch {
    return 0;
  }
}
