export { cleanUpReceipts } from './clean-up-receipts.ts';
export { followProvider } from './follow-provider.ts';
export { recordReturn } from './give-money-back.ts';
export { insertEntry } from './ledger.queries.ts';
export { type ReceiptFile, storeReceipt } from './receipt-files.ts';
export { findDueRefund } from './refunds.queries.ts';
export { settlePixNow } from './settle-pix.ts';
export { isStillSo } from './still-so.ts';
