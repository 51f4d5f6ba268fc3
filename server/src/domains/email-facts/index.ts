import type { Database } from '../../platform/database/connect.ts';
import {
  type AccountEmailKind,
  type EmailAbout,
  type EmailKind,
  isOfAccount,
  type ReadEmail,
} from '../messages/index.ts';
import { alertEmails } from './alert-emails.ts';
import { announcementEmails } from './announcement-emails.ts';
import type { Reader, Readers } from './facts.ts';
import { giftCardEmails } from './gift-card-emails.ts';
import { moneyEmails } from './money-emails.ts';
import { reminderEmails } from './reminder-emails.ts';
import { reservationEmails } from './reservation-emails.ts';
import { waitingEmails } from './waiting-emails.ts';

export { messagesByHand } from './by-hand.ts';

// What e-mails about accounts say is in the queue.
const fromQueue: Reader<AccountEmailKind> = async (_, data) => ({ applies: true, data });

/**
 * Each other kind of e-mail: how its facts are read from what the queue names, and when it still applies. Its template
 * is in `domains/messages/templates/`.
 */
const readers: Readers<Exclude<EmailKind, AccountEmailKind>> = {
  ...reservationEmails,
  ...reminderEmails,
  ...moneyEmails,
  ...waitingEmails,
  ...announcementEmails,
  ...alertEmails,
  ...giftCardEmails,
};

/** Reads what e-mails say. `publicUrl`: origin of their links. */
export function emailReader(db: Database, publicUrl: string, emailCodeKey: Uint8Array): ReadEmail {
  return ({ kind, about }, surroundings) => {
    const read = (isOfAccount(kind) ? fromQueue : readers[kind]) as Reader<EmailKind>;
    return read({ ...surroundings, db, publicUrl, emailCodeKey }, about as EmailAbout[EmailKind]);
  };
}
