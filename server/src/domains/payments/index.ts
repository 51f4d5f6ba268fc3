export { startPaymentSync } from './payment-sync.ts';
export { pollPix } from './pix/poll-pix.ts';
export { recordPixNow } from './pix/record-pix.ts';
export { cleanUpReceipts } from './receipts/clean-up-receipts.ts';
export { recordReturn } from './refunds/give-money-back.ts';
export { findDueRefund } from './refunds/refunds.queries.ts';
