export { deleteOldEmails } from './email-log.ts';
export { failuresOf } from './failed-emails.ts';
export { enqueueEmail, enqueueEmails, type NotifyDeps, sendQueuedEmails } from './messages.ts';
export type { EmailAbout, EmailFacts, EmailLinkRequest, QueuedEmail, ReadEmail, Surroundings } from './queued-email.ts';
export { isQuiet } from './quiet-hours.ts';
export type { EmailKind } from './templates/emails.ts';
export type { EmailVoucher } from './templates/payment-emails.ts';
export { chatsOfTrip, findChat } from './whatsapp-log.queries.ts';
