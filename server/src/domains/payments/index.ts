export { isStillSo } from './emails/still-so.ts';
export { followProvider } from './follow-provider.ts';
export { recordReturn } from './ledger/give-money-back.ts';
export { insertEntry } from './ledger/ledger.queries.ts';
export { pollPix } from './pix/poll-pix.ts';
export { settlePixNow } from './pix/settle-pix.ts';
export { cleanUpReceipts } from './receipts/clean-up-receipts.ts';
export { type ReceiptFile, storeReceipt } from './receipts/receipt-files.ts';
export { findDueRefund } from './refunds/refunds.queries.ts';
