export { enqueueEmail, sendQueuedEmails } from './messages.ts';
