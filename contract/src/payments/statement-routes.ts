import { route, staffWith } from '../route.ts';
import { z } from '../zod.ts';
import {
  chargeback,
  chargebackCheck,
  statement,
  statementConfirmation,
  unmatchedAssignment,
  unmatchedDismissal,
  unmatchedFilters,
  unmatchedList,
  unmatchedPayment,
  unreadablePix,
} from './statements.ts';

/** Money that came in and must find its reservation. */
export const statementRoutes = {
  listUnmatched: route('GET', '/payments/unmatched', {
    access: staffWith('see_money'),
    summary: 'Pix that belong to no reservation that we know, the oldest first',
    query: unmatchedFilters,
    answer: unmatchedList,
  }),
  assignUnmatched: route('POST', '/payments/unmatched/:paymentId/assignment', {
    access: staffWith('confirm_money'),
    summary: 'Record the Pix in the reservation with this code',
    body: unmatchedAssignment,
    answer: unmatchedPayment,
    once: true,
  }),
  dismissUnmatched: route('POST', '/payments/unmatched/:paymentId/dismissal', {
    access: staffWith('confirm_money'),
    summary: 'Decide that the Pix is none of ours, with the reason',
    body: unmatchedDismissal,
    answer: unmatchedPayment,
    once: true,
  }),
  checkUnreadable: route('POST', '/payments/unreadable/:pixId/check', {
    access: staffWith('confirm_money'),
    summary: 'Say that an entry of the list of the bank, which cannot be read, was looked for in the account',
    answer: unreadablePix,
    once: true,
  }),
  checkChargeback: route('POST', '/payments/chargebacks/:chargebackId/check', {
    access: staffWith('confirm_money'),
    summary: 'Staff has seen to money that a bank took back',
    // Pages of release 0.3.0 send none.
    body: chargebackCheck.nullish(),
    answer: chargeback,
    once: true,
  }),

  importStatement: route('POST', '/payments/statements', {
    access: staffWith('confirm_money'),
    summary: "Import a bank's statement, OFX or CSV of up to 2 MB and 5,000 lines; answers what was found in it",
    body: z.object({ file: z.file() }),
    answer: statement,
    status: 201,
    upload: true,
  }),
  readStatement: route('GET', '/payments/statements/:statementId', {
    access: staffWith('see_money'),
    summary: 'A statement, its lines as they stand now',
    answer: statement,
  }),
  confirmStatement: route('POST', '/payments/statements/:statementId/confirmation', {
    access: staffWith('confirm_money'),
    summary: 'Record the money of lines in the reservations with these codes, all or none',
    body: statementConfirmation,
    answer: statement,
    status: 201,
    once: true,
    largeBody: true,
  }),
  dismissLine: route('PUT', '/payments/statements/:statementId/lines/:lineId/dismissal', {
    access: staffWith('confirm_money'),
    summary: "Say that a line is no reservation's money, in whatever statement it comes",
    answer: statement,
  }),
  restoreLine: route('DELETE', '/payments/statements/:statementId/lines/:lineId/dismissal', {
    access: staffWith('confirm_money'),
    summary: 'Take back that a line is dismissed',
    answer: statement,
  }),
};
