// E-mails are queued in the transaction that causes them, as kind, recipient and what they are about.
// `domains/email-facts` reads what they say when they are sent; their links are made then too, so that the queue holds
// no secret.

export { deleteOldEmails } from './email-log.ts';
export { failuresOf } from './failed-emails.ts';
export {
  emailSender,
  enqueueEmail,
  enqueueEmails,
  enqueueToAdministrators,
  enqueueToStranger,
  type LeavingEmail,
  type NotifyDeps,
  returnEmail,
  type SendingDeps,
} from './messages.ts';
export {
  type EmailAbout,
  type EmailFacts,
  type EmailLinkRequest,
  mailQueue,
  type QueuedEmail,
  type ReadEmail,
  type Surroundings,
} from './queued-email.ts';
export { byDay, isQuiet, nextMorning } from './quiet-hours.ts';
export { type AccountEmailKind, isOfAccount } from './templates/account-emails.ts';
export { contentOf, valuesOf } from './templates/content.ts';
export type { EmailData, EmailKind } from './templates/emails.ts';
export type { EmailVoucher } from './templates/payment-emails.ts';
export { renderContent } from './templates/render.ts';
export { chatsOfTrip, findChat } from './whatsapp-log.queries.ts';
