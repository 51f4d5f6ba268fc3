// Notices of providers are hints: money counts after the provider was asked (docs/decisions/0039), and once, however
// it is reported (docs/decisions/0038). Every movement of a reservation's money ends in ledger/move-money.ts. A gift
// card is a means of payment (docs/decisions/0064).

export { makeGiftCardLink } from './gift-cards/buy-gift-card.ts';
export { giftCardMoments, sendGiftCards } from './gift-cards/send-gift-cards.ts';
export { issueBatches, issueByRule, writingMoments } from './invoices/invoice-batches.ts';
export { readEndedInvoices } from './invoices/read-ended-invoices.ts';
export { sendInvoices, sendingMoments } from './invoices/send-invoices.ts';
export { receiveMoney } from './ledger/receive-money.ts';
export { webhookRegistration } from './payment-sync.ts';
export { codeForChat } from './provider/codes-for-chats.ts';
export { confirmNotice, noticeQueues, type QueuedNotice } from './provider/confirm-payments.ts';
export { chargeNextInstalment } from './provider/instalment-charges.ts';
export { pollMoments, pollProvider } from './provider/poll-provider.ts';
export { recordReportedNow } from './provider/record-reported.ts';
export { chargeMoments, synchronizeCharges } from './provider/synchronize-charge.ts';
export {
  deleteOldReceipts,
  removeUnusedReceipt,
  scheduleReceiptCleanup,
  startedReceipts,
} from './receipts/clean-up-receipts.ts';
export { submitReceipt } from './receipts/receipts.ts';
export { reverseEntry } from './record-payment.ts';
export { recordReturn } from './refunds/give-money-back.ts';
export { cardReturnMoments, notifyOfCardReturns } from './refunds/notify-of-card-returns.ts';
export { findDueRefund, refundMoments } from './refunds/refunds.queries.ts';
export { updateSentRefunds } from './refunds/send-refund.ts';
export { mayNamePerson, type NameWords, nameOf, namesPerson, wordsOfLine } from './statements/names.ts';
export type { KeyedLine, ParsedStatement } from './statements/parse-statement.ts';
export { acceptStatements, readUpload } from './statements/read-upload.ts';
export { dismissedKeys } from './statements/statements.queries.ts';
export { duePerDay } from './trip-money/due-per-day.ts';
export { owingReservations } from './trip-money/trip-money.queries.ts';
