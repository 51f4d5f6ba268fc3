export { endCharges, replaceCharges, replaceChargesOfShare, shortenCharges } from './charges-due.ts';
export { owedCents, readRefundDay, refundDay, writeRefundsDue } from './refunds-due.ts';
