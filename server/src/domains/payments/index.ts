export { webhookRegistration } from './payment-sync.ts';
export { confirmNoticedPix } from './pix/confirm-pix.ts';
export { pollPix } from './pix/poll-pix.ts';
export { recordPixNow } from './pix/record-pix.ts';
export { synchronizeCharges } from './pix/synchronize-charge.ts';
export { cleanUpReceipts, deleteOldReceipts } from './receipts/clean-up-receipts.ts';
export { recordReturn } from './refunds/give-money-back.ts';
export { findDueRefund } from './refunds/refunds.queries.ts';
export { updateSentRefunds } from './refunds/send-refund.ts';
