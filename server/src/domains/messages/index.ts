export { type EmailReason, enqueueEmail, enqueueEmails, type QueuedEmail, sendQueuedEmails } from './messages.ts';
