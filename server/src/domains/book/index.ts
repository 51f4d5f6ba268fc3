// The book has all money, as transfers between two accounts (docs/decisions/0074). It knows amounts that others
// compute: what is due is the business of reservations.

export {
  type Account,
  accountOfMeans,
  accountOfReservation,
  accountOfSeller,
  balanceOf,
  clearingOf,
  handOf,
  handOfPerson,
  kept,
  otherEndOf,
  storedValueOf,
  unknownPayer,
} from './accounts.ts';
export { endCharges, endChargesOf, replaceCharges, replaceChargesOfShare, shortenCharges } from './charges-due.ts';
export { blockAgain, lockGiftCards, takeValue } from './gift-card-value.ts';
export { commissionCents, keepCommission } from './keep-commission.ts';
export { keepPenalty } from './keep-penalty.ts';
export { isLeftBehind, moveCredit, moveCreditOfReservation } from './move-credit.ts';
export { broughtCents, cardOf, isEntry, isOfGiftCard, isOfSeller, type MovedRow, sumMoved } from './moved.queries.ts';
export { cardSharesOf, quotedPartsOf, refundPartsOf, returnableRests } from './refund-parts.ts';
export { owedCents, readRefundDay, refundDay, writeRefundsDue } from './refunds-due.ts';
export { presentCharge, presentReceipt, presentRefund } from './reservation-money.present.ts';
export {
  CARD_REVIEW_MS,
  isCardInReview,
  isRefundCredited,
  isRefundPutRight,
  refundsOf,
  type ShownMoney,
  shownChargeOfShare,
  shownMoneyOf,
} from './reservation-money.queries.ts';
export { returnToCards, sentCentsOf } from './return-to-cards.ts';
export { type Share, splitOverPayments } from './split-over-payments.ts';
export { closeStoredValue, type NewTransfer, openAccounts, writeTransfer } from './write-transfer.ts';
