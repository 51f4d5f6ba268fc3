import { createHmac } from 'node:crypto';

/** An HMAC of an e-mail address for counters and logs; not reversible without the server's secret. */
export function emailHash(secret: string, email: string): string {
  return createHmac('sha256', secret).update(`e-mail ${email.trim().toLowerCase()}`).digest('base64url').slice(0, 22);
}
