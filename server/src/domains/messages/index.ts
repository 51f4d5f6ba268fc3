export { cleanUpEmails } from './email-log.ts';
export { failuresOf } from './failed-emails.ts';
export { enqueueEmail, enqueueEmails, type NotifyDeps, sendQueuedEmails } from './messages.ts';
export type {
  CancellationCondition,
  EmailLinkRequest,
  GuaranteeCondition,
  HoldCondition,
  NoticeCondition,
  PaymentCondition,
  QueuedEmail,
  ReceiptCondition,
  ReminderCondition,
  ReminderKind,
  SendCondition,
  WaitingCondition,
  WaitingNoticeCondition,
} from './queued-email.ts';
export { isQuiet } from './quiet-hours.ts';
export type { EmailVoucher } from './templates/payment-emails.ts';
export type { ReminderEmailData } from './templates/reminder-emails.ts';
export type { RequestEmailData } from './templates/request-emails.ts';
export { chatsOfTrip, findChat } from './whatsapp-log.queries.ts';
