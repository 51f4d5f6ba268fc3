import { credit, creditUse, refundAsCredit } from '../payments/credits.ts';
import {
  charge,
  chargeDraft,
  ledger,
  paymentDraft,
  receipt,
  receiptApproval,
  receiptFilters,
  receiptList,
  receiptRejection,
  receiptToReview,
  refund,
  refundChange,
  refundFilters,
  refundKey,
  refundList,
  refundPayment,
  refundToPay,
  reversalDraft,
  slipsQuery,
} from '../payments/payments.ts';
import { everyRole, route, staffWith } from '../route.ts';
import { z } from '../zod.ts';
import { reservationDetails } from './reservations.ts';

/** Money of reservations: the ledger, charges, credit, receipts and refunds. */
export const paymentRoutes = {
  readLedger: route('GET', '/reservations/:reservationId/payments', {
    access: staffWith('see_money'),
    summary: 'The ledger of a reservation, the oldest entry first, and its receipts, the newest first',
    answer: ledger,
  }),
  exportSlips: route('GET', '/reservations/:reservationId/payment-slips', {
    access: { roles: everyRole, needs: ['see_money'] },
    summary: 'Receipts for the payments of a reservation as one PDF, a page each, or for one of them',
    query: slipsQuery,
    byLink: { name: 'payment-slips' },
  }),
  record: route('POST', '/reservations/:reservationId/payments', {
    access: staffWith('see_money'),
    summary: 'Record money that came or was given back; answers where the reservation stands then',
    body: paymentDraft,
    answer: reservationDetails,
    status: 201,
    once: true,
  }),
  reverse: route('POST', '/reservations/:reservationId/payments/:entryId/reversal', {
    access: staffWith('confirm_money'),
    summary: 'Put right an entry that was recorded by mistake, by its opposite, with the reason',
    body: reversalDraft,
    answer: reservationDetails,
    status: 201,
    once: true,
  }),
  requestCharge: route('POST', '/reservations/:reservationId/charges', {
    access: { roles: everyRole, needs: ['see_money'] },
    summary: 'Ask for the Pix code, or the address to pay by card; the same again answers the same charge',
    body: chargeDraft,
    answer: charge,
    status: 201,
    byLink: { name: 'charges' },
  }),

  readCredit: route('GET', '/users/me/credit', { access: everyRole, summary: "The caller's credit", answer: credit }),
  payWithCredit: route('POST', '/reservations/:reservationId/credit', {
    access: everyRole,
    summary: "Pay for an own reservation with the caller's credit",
    body: creditUse,
    answer: credit,
    once: true,
    byLink: { name: 'credit', proof: 'always' },
  }),
  takeRefundAsCredit: route('POST', '/reservations/:reservationId/refund/credit', {
    access: everyRole,
    summary: 'Take the refund of an own reservation as credit, while it is due',
    body: refundAsCredit,
    answer: credit,
    once: true,
    byLink: { name: 'refund-as-credit', proof: 'always', onRequest: true },
  }),

  sendReceipt: route('POST', '/reservations/:reservationId/receipts', {
    access: everyRole,
    summary: 'Send the receipt of a payment: JPEG, PNG, WebP or PDF of up to 10 MB. The clock of the hold stops',
    body: z.object({ file: z.file() }),
    answer: receipt,
    status: 201,
    once: true,
    upload: true,
    byLink: { name: 'receipts' },
  }),
  readReceiptFile: route('GET', '/payments/receipts/:receiptId/file', {
    access: { roles: everyRole, needs: ['see_money'] },
    summary: 'The file of a receipt, for the payer of its reservation and for staff, whose opening is audited',
  }),
  listReceipts: route('GET', '/payments/receipts', {
    access: staffWith('see_money'),
    summary: 'Receipts in a state; those that wait by urgency: departures of the next three days, then the oldest',
    query: receiptFilters,
    answer: receiptList,
  }),
  approveReceipt: route('POST', '/payments/receipts/:receiptId/approval', {
    access: staffWith('confirm_money'),
    summary: 'Accept a receipt: records what came in by the statement',
    body: receiptApproval,
    answer: receiptToReview,
    status: 201,
    once: true,
  }),
  rejectReceipt: route('POST', '/payments/receipts/:receiptId/rejection', {
    access: staffWith('confirm_money'),
    summary: 'Reject a receipt; the client reads the reason',
    body: receiptRejection,
    answer: receiptToReview,
    status: 201,
    once: true,
  }),

  changeRefundKey: route('PUT', '/reservations/:reservationId/refund/pix-key', {
    access: everyRole,
    summary: 'The Pix key to which the refund of an own reservation goes, while it is due',
    body: refundKey,
    answer: refund,
    once: true,
    byLink: { name: 'refund-key', proof: 'always', onRequest: true },
  }),
  listRefunds: route('GET', '/payments/refunds', {
    access: staffWith('see_money'),
    summary: 'What must go back, the earliest promise first; or what was given back, the last first',
    query: refundFilters,
    answer: refundList,
  }),
  changeRefund: route('PUT', '/payments/refunds/:refundId', {
    access: staffWith('refund'),
    summary: 'Change the promised day of a refund that is due, and the Pix key to which it goes',
    body: refundChange,
    answer: refundToPay,
    once: true,
  }),
  payRefund: route('POST', '/payments/refunds/:refundId/payment', {
    access: staffWith('refund'),
    summary: 'Return a refund through the payment provider, or record that it was paid by hand',
    body: refundPayment,
    answer: refundToPay,
    once: true,
  }),
};
