import type { Database } from '../../platform/database/connect.ts';
import type { EmailAbout, EmailKind, ReadEmail } from '../messages/index.ts';
import { alertEmails } from './alert-emails.ts';
import { announcementEmails } from './announcement-emails.ts';
import type { Reader, Readers } from './facts.ts';
import { giftCardEmails } from './gift-card-emails.ts';
import { moneyEmails } from './money-emails.ts';
import { reminderEmails } from './reminder-emails.ts';
import { reservationEmails } from './reservation-emails.ts';
import { waitingEmails } from './waiting-emails.ts';

// The identity provider's accounts are not ours to read: what its e-mails say is in the queue. So is what failed.
const ofAccount = async <Data>(_: unknown, data: Data) => ({ applies: true, data });

/**
 * Each kind of e-mail: how its facts are read from what the queue names, and when it still applies. Its template is in
 * `domains/messages/templates/`.
 */
const readers: Readers<EmailKind> = {
  ...reservationEmails,
  ...reminderEmails,
  ...moneyEmails,
  ...waitingEmails,
  ...announcementEmails,
  ...alertEmails,
  ...giftCardEmails,
  resetPassword: ofAccount,
  confirmEmail: ofAccount,
  emailChangeRequested: ofAccount,
  emailChanged: ofAccount,
  emailCorrected: ofAccount,
  emailRemoved: ofAccount,
  twoFactorChanged: ofAccount,
  accountExists: ofAccount,
  staffInvitation: ofAccount,
  dataExport: ofAccount,
  sellerKeyChanged: ofAccount,
  backupFailed: ofAccount,
  connectionEnding: ofAccount,
};

/** Reads what e-mails say. `publicUrl`: origin of their links. */
export function emailReader(db: Database, publicUrl: string, emailCodeKey: Uint8Array): ReadEmail {
  return ({ kind, about }, surroundings) => {
    const read = readers[kind] as Reader<EmailKind>;
    return read({ ...surroundings, db, publicUrl, emailCodeKey }, about as EmailAbout[EmailKind]);
  };
}
