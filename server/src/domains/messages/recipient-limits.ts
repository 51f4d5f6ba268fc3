import { createHash } from 'node:crypto';
import { emailTemplates } from '@passeio/contract/messages/email-templates';
import type { DatabaseTransaction } from '../../platform/database/connect.ts';
import { mailboxOf } from '../../platform/http/mailbox.ts';
import { countAttempt } from '../../platform/http/rate-limits.ts';
import type { QueuedEmail } from './queued-email.ts';
import { isOfAccount } from './templates/account-emails.ts';
import type { EmailKind } from './templates/emails.ts';

const HOUR_MS = 60 * 60 * 1000;
/** E-mails that an address gets in an hour; more wait for the next one. */
const PER_HOUR = 40;
/** E-mails of a kind that a mailbox gets in an hour because strangers typed its address; more are dropped. */
const OF_STRANGERS_PER_HOUR = 3;
const CONFIRMATION_PAUSE_S = 15 * 60;
const MAX_WAIT_MS = 24 * HOUR_MS;

/** Kinds that anybody may cause for any address, before its owner has answered. */
const ofStrangers = ['emailCode', 'alertAsked'] as const satisfies EmailKind[];

export type StrangersKind = (typeof ofStrangers)[number];

/**
 * Kinds that, like those about accounts, leave before all others and are counted each by itself: however many others an
 * address gets, its owner gets a new password and news about their money.
 */
const important: ReadonlySet<EmailKind> = new Set<EmailKind>([
  'paymentConfirmed',
  'paymentForEnded',
  'refundPaid',
  'refundKeyChanged',
  'chargeback',
  'cardRefused',
  'chargebackForStaff',
  'giftCardBought',
  'giftCardRefunded',
]);

export function isImportant(kind: EmailKind): boolean {
  return isOfAccount(kind) || important.has(kind);
}

/** Counts an e-mail that a stranger causes, if the transaction commits; false if the mailbox has got enough of them. */
export async function mayMailStranger(
  trx: DatabaseTransaction,
  { kind, to }: { kind: StrangersKind; to: string },
): Promise<boolean> {
  const key = `stranger-${kind}:${hashOf(mailboxOf(to))}`;
  return (await countAttempt(trx, { key, windowMs: HOUR_MS })) <= OF_STRANGERS_PER_HOUR;
}

export interface RecipientLimits {
  /** Whether the address is that of an account which has not confirmed it. Staff may enter others by telephone. */
  isUnconfirmed: (to: string) => Promise<boolean>;
  /**
   * Counts an e-mail to the address; `ttl`: milliseconds until the count starts anew. Undefined: nothing is limited.
   */
  count: ((attempt: { key: string; windowMs: number }) => Promise<{ current: number; ttl: number }>) | undefined;
}

/** Seconds for which an e-mail has to wait, 0 if it may be sent, undefined if it is not sent at all. */
export async function waitOf(
  { isUnconfirmed, count }: RecipientLimits,
  { kind, to, waitsSince }: Pick<QueuedEmail, 'kind' | 'waitsSince'> & { to: string },
  now: Date,
): Promise<number | undefined> {
  // Counted when it was queued.
  if (isOfStrangers(kind)) return 0;
  // Anybody may name a stranger's address in a sign-up: until it is confirmed it gets what is about the account only.
  const isOfTrip = kind === 'announcement' || kind in emailTemplates;
  if (isOfTrip && (await isUnconfirmed(to))) {
    const waitedMs = waitsSince ? now.getTime() - Date.parse(waitsSince) : 0;
    return waitedMs < MAX_WAIT_MS ? CONFIRMATION_PAUSE_S : undefined;
  }
  if (!count) return 0;
  const bucket = isImportant(kind) ? `mail-${kind}` : 'mail';
  const { current, ttl } = await count({ key: `${bucket}:${hashOf(to.toLowerCase())}`, windowMs: HOUR_MS });
  return current <= PER_HOUR ? 0 : Math.ceil(ttl / 1_000);
}

function isOfStrangers(kind: EmailKind): kind is StrangersKind {
  return (ofStrangers as readonly EmailKind[]).includes(kind);
}

function hashOf(address: string): string {
  return createHash('sha256').update(address).digest('base64url');
}
