import { createHmac } from 'node:crypto';
import { mailboxOf } from '../../platform/http/mailbox.ts';
import type { LinkRequest } from './port.ts';

/** An HMAC of an e-mail address for counters and logs; not reversible without the server's secret. */
export function emailHash(secret: string, email: string): string {
  return createHmac('sha256', secret).update(`e-mail ${email.trim().toLowerCase()}`).digest('base64url').slice(0, 22);
}

/** `removed` is by the person, `removedByStaff` for them; the last three leave the second step on. */
export type TwoFactorChange =
  | 'added'
  | 'removed'
  | 'removedByStaff'
  | 'recoveryCodesRenewed'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'authenticatorRemoved';

/** The e-mails of the provider; a link given as text is absolute. */
export interface IdentityEmails {
  resetPassword(to: string, data: { name: string; link: LinkRequest }): Promise<void>;
  confirmEmail(to: string, data: { name: string; link: LinkRequest }): Promise<void>;
  emailChangeRequested(to: string, data: { name: string; newEmail: string }): Promise<void>;
  emailChanged(to: string, data: { name: string; newEmail: string; link: LinkRequest }): Promise<void>;
  emailCorrected(to: string, data: { name: string; newEmail: string; link: LinkRequest }): Promise<void>;
  emailRemoved(to: string, data: object): Promise<void>;
  twoFactorChanged(to: string, data: { name: string; change: TwoFactorChange }): Promise<void>;
  accountExists(to: string, data: { name: string; link: string }): Promise<void>;
}

export interface LimitedEmails {
  emails: IdentityEmails;
  /** Signs cookies, encrypts signing keys, hashes addresses: at least 32 random characters. */
  secret: string;
  /** Counts an attempt in a window and returns the count; without it nothing is limited. */
  countAttempt?: ((key: string, windowMs: number) => Promise<number>) | undefined;
  /** Reports suppressed e-mails, with the recipient's {@link emailHash}. */
  onLimit: (kind: string, recipient: string) => void;
}

const HOUR_MS = 60 * 60 * 1000;

// Strangers can trigger some for any address: these share a limit. A single "you have an account" is enough.
const STRANGERS_PER_HOUR = 3;
interface EmailLimit {
  perHour: number;
  perDay?: number;
  /** Is sent to addresses that anybody typed: counted by mailbox, and together. */
  isOfStrangers?: boolean;
}
const limits = {
  // A link is good for an hour: who did not ask for the three of an hour has one that works, and no day ends without.
  resetPassword: { perHour: 3 },
  confirmEmail: { perHour: 3, perDay: 6, isOfStrangers: true },
  accountExists: { perHour: 1, perDay: 2, isOfStrangers: true },
  // Warnings, which nobody can suppress by asking for the others first.
  emailChangeRequested: { perHour: 3, perDay: 6 },
  twoFactorChanged: { perHour: 5, perDay: 10 },
} satisfies Partial<Record<keyof IdentityEmails, EmailLimit>>;

/**
 * Limits e-mails per recipient. Suppressed e-mails are not reported to the caller, because the response must not reveal
 * whether the address is known.
 */
export function limitedEmails({ emails, countAttempt, secret, onLimit }: LimitedEmails): IdentityEmails {
  if (!countAttempt) return emails;
  const mayQueue = async (kind: keyof typeof limits, to: string): Promise<boolean> => {
    const { perHour, perDay, isOfStrangers }: EmailLimit = limits[kind];
    const recipient = emailHash(secret, isOfStrangers ? mailboxOf(to) : to);
    const key = `mail-${kind}:${recipient}`;
    // An e-mail over one limit must not count against the next.
    const isAllowed =
      (await countAttempt(`${key}:hour`, HOUR_MS)) <= perHour &&
      (!perDay || (await countAttempt(`${key}:day`, 24 * HOUR_MS)) <= perDay) &&
      (!isOfStrangers || (await countAttempt(`mail:${recipient}:hour`, HOUR_MS)) <= STRANGERS_PER_HOUR);
    if (!isAllowed) onLimit(kind, recipient);
    return isAllowed;
  };
  const limit =
    <Data>(kind: keyof typeof limits, queue: (to: string, data: Data) => Promise<void>) =>
    async (to: string, data: Data) => {
      if (await mayQueue(kind, to)) await queue(to, data);
    };
  return {
    ...emails,
    resetPassword: limit('resetPassword', emails.resetPassword),
    confirmEmail: limit('confirmEmail', emails.confirmEmail),
    emailChangeRequested: limit('emailChangeRequested', emails.emailChangeRequested),
    twoFactorChanged: limit('twoFactorChanged', emails.twoFactorChanged),
    accountExists: limit('accountExists', emails.accountExists),
  };
}
