import { createHash } from 'node:crypto';
import { emailTemplates } from '@passeio/contract/messages/email-templates';
import type { QueuedEmail } from './queued-email.ts';

const HOUR_MS = 60 * 60 * 1000;
/** E-mails that an address gets in an hour, whatever they are about; more wait for the next one. */
const PER_HOUR = 40;
const CONFIRMATION_PAUSE_S = 15 * 60;
const MAX_WAIT_MS = 24 * HOUR_MS;

export interface RecipientLimits {
  /** Whether the address is that of an account which has not confirmed it. Staff may enter others by telephone. */
  isUnconfirmed: (to: string) => Promise<boolean>;
  /** Counts an e-mail to the address; `ttl`: milliseconds until the count starts anew. Undefined: nothing is limited. */
  count: ((attempt: { key: string; windowMs: number }) => Promise<{ current: number; ttl: number }>) | undefined;
}

/** Seconds for which an e-mail has to wait, 0 if it may be sent, undefined if it is not sent at all. */
export async function waitOf(
  { isUnconfirmed, count }: RecipientLimits,
  { kind, to, waitsSince }: QueuedEmail,
  now: Date,
): Promise<number | undefined> {
  // Anybody may name a stranger's address in a sign-up: until it is confirmed it gets what is about the account only.
  const isOfAccount = !(kind in emailTemplates);
  if (!isOfAccount && (await isUnconfirmed(to))) {
    const waitedMs = waitsSince ? now.getTime() - Date.parse(waitsSince) : 0;
    return waitedMs < MAX_WAIT_MS ? CONFIRMATION_PAUSE_S : undefined;
  }
  if (!count) return 0;
  const recipient = createHash('sha256').update(to.toLowerCase()).digest('base64url');
  const { current, ttl } = await count({ key: `mail:${recipient}`, windowMs: HOUR_MS });
  return current <= PER_HOUR ? 0 : Math.ceil(ttl / 1_000);
}
