import { calendarDate, calendarMonth, cents, id, instant, reservationCode, signedCents } from '../fields.ts';
import { pageInfo, pageNumber, pageSize } from '../pages.ts';
import { endToEndId } from '../payments/payments.ts';
import { z } from '../zod.ts';

/** Body of POST commission-statements: everything that is payable goes into it, of trips back by the end of the month. */
export const commissionClosing = z.strictObject({ sellerId: id, month: calendarMonth });
export type CommissionClosing = z.output<typeof commissionClosing>;

/** Body of POST commission-statements/{id}/payment: the Pix by which all of it was paid. */
export const commissionPayment = z.strictObject({ endToEndId, paidOn: calendarDate.optional() });
export type CommissionPayment = z.output<typeof commissionPayment>;

/**
 * A statement, which never changes. `totalCents`: what it comes to with `carriedCents` of the one before; zero or less
 * needs no payment, and what is below zero is carried over. `payment`: null until it was paid.
 */
export const commissionStatementSummary = z.object({
  id,
  number: z.int(),
  month: calendarMonth,
  closedAt: instant,
  carriedCents: signedCents,
  totalCents: signedCents,
  reservations: z.int(),
  hash: z.string(),
  previousHash: z.string().nullable(),
  payment: z.object({ paidAt: instant, endToEndId: z.string() }).nullable(),
});
export type CommissionStatementSummary = z.infer<typeof commissionStatementSummary>;

/** `earlierCents`: what earlier statements have of it; with `commissionCents` it is the rule of what was received. */
const statementLine = z.object({
  code: reservationCode,
  tripTitle: z.string(),
  tripDay: calendarDate,
  receivedCents: cents,
  rule: z.string(),
  earlierCents: signedCents,
  commissionCents: signedCents,
});

export const commissionStatement = commissionStatementSummary.extend({
  /** As they are now; `keyBySellerAt`: when the seller wrote the key themselves. */
  seller: z.object({
    id,
    name: z.string(),
    code: z.string(),
    pixKey: z.string(),
    keyBySellerAt: instant.nullable(),
  }),
  lines: z.array(statementLine),
});
export type CommissionStatement = z.infer<typeof commissionStatement>;

export const commissionStatementQuery = z.strictObject({
  sellerId: id.optional(),
  page: pageNumber.default(1),
  size: pageSize.default(50),
});
export type CommissionStatementQuery = z.output<typeof commissionStatementQuery>;
/** The newest first. */
export const commissionStatementList = z.object({
  data: z.array(commissionStatement.omit({ lines: true })),
  page: pageInfo,
});
export type CommissionStatementList = z.infer<typeof commissionStatementList>;

export const commissionStatementFormats = ['pdf', 'csv'] as const;
export const commissionStatementExport = z.strictObject({ format: z.enum(commissionStatementFormats) });
