export {
  type EmailReason,
  enqueueEmail,
  enqueueEmails,
  type HoldReason,
  type PaymentReason,
  type QueuedEmail,
  type ReceiptReason,
  sendQueuedEmails,
} from './messages.ts';
export type { Voucher } from './templates/payment-emails.ts';
