import { calendarDate, cents, id, instant } from '../fields.ts';
import { pageInfo, pageNumber, pageSize } from '../pages.ts';
import { z } from '../zod.ts';
import { reversalDraft } from './payments.ts';

/** A Pix that belongs to no reservation that we know. */
export const unmatchedPayment = z.object({
  id,
  endToEndId: z.string(),
  txid: z.string(),
  amountCents: cents,
  payerName: z.string(),
  description: z.string(),
  occurredAt: instant,
});
export type UnmatchedPayment = z.infer<typeof unmatchedPayment>;
export const unmatchedFilters = z.strictObject({ page: pageNumber.default(1), size: pageSize.default(20) });
export const unmatchedList = z.object({ data: z.array(unmatchedPayment), page: pageInfo });
export type UnmatchedList = z.infer<typeof unmatchedList>;
/** Body of POST payments/unmatched/{id}/assignment: by the reservation's code. */
export const unmatchedAssignment = z.strictObject({
  code: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[0-9A-Z]{6}$/, 'O código da reserva tem 6 letras e números.'),
});
export type UnmatchedAssignment = z.output<typeof unmatchedAssignment>;
/** Body of POST payments/unmatched/{id}/dismissal: why it is none of ours. */
export const unmatchedDismissal = reversalDraft;

/** How a line of a statement found its reservation. */
export const lineMatches = {
  txid: 'Pelo código da cobrança',
  end_to_end_id: 'Pelo identificador do Pix',
  amount_and_name: 'Por valor e nome',
} as const;
export type LineMatch = keyof typeof lineMatches;
/** `counted`: its money is in the ledger already. */
export const lineStates = ['proposed', 'unmatched', 'counted', 'confirmed'] as const;
export type LineState = (typeof lineStates)[number];

/** Money that came in, of a bank statement, with the reservation that is proposed for it. */
export const statementLine = z.object({
  id,
  occurredOn: calendarDate,
  amountCents: cents,
  description: z.string(),
  payerName: z.string(),
  match: z.enum(Object.keys(lineMatches) as [LineMatch, ...LineMatch[]]).nullable(),
  state: z.enum(lineStates),
  reservation: z.object({ id, code: z.string(), payer: z.string(), trip: z.string(), dueCents: cents }).nullable(),
});
export type StatementLine = z.infer<typeof statementLine>;
export const statement = z.object({
  id,
  filename: z.string(),
  format: z.enum(['ofx', 'csv']),
  createdAt: instant,
  lines: z.array(statementLine),
});
export type Statement = z.infer<typeof statement>;
/** Body of POST payments/statements/{id}/confirmation: the lines to record; `code` for a reservation chosen by hand. */
export const statementConfirmation = z.strictObject({
  lines: z
    .array(z.strictObject({ id, code: unmatchedAssignment.shape.code.optional() }), 'Escolha pelo menos um lançamento.')
    .min(1, 'Escolha pelo menos um lançamento.')
    .max(2_000),
});
export type StatementConfirmation = z.output<typeof statementConfirmation>;
