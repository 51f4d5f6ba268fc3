import { createHmac } from 'node:crypto';

/** Stands for an e-mail address in counters and in the log; without the server's secret nobody can tell whose it is. */
export function emailHash(secret: string, email: string): string {
  return createHmac('sha256', secret).update(`e-mail ${email.trim().toLowerCase()}`).digest('base64url').slice(0, 22);
}
