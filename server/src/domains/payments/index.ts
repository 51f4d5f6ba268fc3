export { fallBackToStatic } from './charges.ts';
export { cleanUpReceipts } from './clean-up-receipts.ts';
export { followProvider } from './follow-provider.ts';
export { insertEntry } from './ledger.queries.ts';
export { presentEntry } from './payments.present.ts';
export { receiveMoney } from './receive-money.ts';
export { type Settlement, settlePix, settlePixNow } from './settle-pix.ts';
export { isStillSo } from './still-so.ts';
export { type SynchronizingParts, synchronizeCharge } from './synchronize-charge.ts';
