export {
  type EmailReason,
  enqueueEmail,
  enqueueEmails,
  type HoldReason,
  type QueuedEmail,
  type ReceiptReason,
  sendQueuedEmails,
} from './messages.ts';
