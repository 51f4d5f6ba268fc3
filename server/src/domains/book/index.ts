export { endCharges, replaceCharges, replaceChargesOfShare, shortenCharges } from './charges-due.ts';
export { cardSharesOf, isTakingBack, quotedPartsOf, refundPartsOf, returnableRests } from './refund-parts.ts';
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
export { type Share, splitOverPayments } from './split-over-payments.ts';
