import { calendarDate, cents, growing, id, instant, queryFlag, signedCents } from '../fields.ts';
import { pageInfo, pageNumber, pageSize } from '../pages.ts';
import { type PaymentMethod, paymentMethod, paymentMethods } from '../payments/payments.ts';
import { route, staffWith } from '../route.ts';
import { z } from '../zod.ts';
import { movedKinds, reconciliation, reconciliationExportQuery } from './reconciliation.ts';
import { inOrder, periodFields, reportFormats } from './reports.ts';

/**
 * The day by which an entry counts: that on which money moved, or that on which the service was given. Competence has
 * credits and gift cards that paid for a service, and no sales of gift cards, which are money for a later one.
 */
export const accountingBases = { cash: 'Caixa', competence: 'Competência' } as const;
export type AccountingBasis = keyof typeof accountingBases;

/** Kinds of lines: of money, and of penalties, which are a part of what was received. */
export const accountingKinds = { ...movedKinds, penalty: 'Multa retida', penalty_end: 'Multa devolvida' } as const;
export type AccountingKind = keyof typeof accountingKinds;

const filters = {
  ...periodFields,
  by: z.enum(Object.keys(accountingBases) as [AccountingBasis, ...AccountingBasis[]]).default('cash'),
  method: paymentMethod.optional(),
  /** Only of reservations that they sold. */
  sellerId: id.optional(),
  /** Only of reservations without a note. */
  withoutInvoice: queryFlag.optional(),
};
const paging = { page: pageNumber.default(1), size: pageSize.default(50) };

export const accountingQuery = inOrder(z.strictObject({ ...filters, ...paging }));
export type AccountingQuery = z.output<typeof accountingQuery>;
export const accountingExportQuery = inOrder(z.strictObject({ ...filters, format: z.enum(reportFormats) }));
export type AccountingExportQuery = z.output<typeof accountingExportQuery>;

/**
 * A line of the accountant's page. `amountCents`: negative for what went out; zero of a penalty, which is in
 * `penaltyCents`, negative for what is kept no longer, and in the payments from which it was kept. `feeCents`: null
 * where nobody says it. `taxId`: CPF or CNPJ, masked for staff who may see no documents.
 */
export const accountingLine = z.object({
  id,
  kind: growing(Object.keys(accountingKinds) as AccountingKind[]),
  method: growing(Object.keys(paymentMethods) as PaymentMethod[]).nullable(),
  amountCents: signedCents,
  feeCents: cents.nullable(),
  penaltyCents: signedCents,
  cashOn: calendarDate,
  competenceOn: calendarDate.nullable(),
  payer: z.object({ name: z.string(), taxId: z.string(), address: z.string() }),
  reservation: z.object({ id, code: z.string() }).nullable(),
  trip: z.object({ title: z.string(), departsOn: calendarDate }).nullable(),
  /** Who sold the reservation. */
  seller: z.string().nullable().default(null),
  reference: z.string(),
  invoices: z.array(z.object({ number: z.string(), issuedOn: calendarDate })),
});
export type AccountingLine = z.infer<typeof accountingLine>;

/** Sums of every line of the period, whatever page is shown; the net is balance less fees. */
export const accountingTotals = z.object({
  inCents: cents,
  outCents: cents,
  balanceCents: signedCents,
  feeCents: cents,
  netCents: signedCents,
  penaltyCents: signedCents,
});
export type AccountingTotals = z.infer<typeof accountingTotals>;

export const accounting = z.object({
  from: calendarDate,
  to: calendarDate,
  trip: z.object({ id, title: z.string(), date: instant }).nullable(),
  data: z.array(accountingLine),
  totals: accountingTotals,
  page: pageInfo,
});
export type Accounting = z.infer<typeof accounting>;

/** What the operator's accountant needs, for staff who sees money. */
export const accountingRoutes = {
  listEntries: route('GET', '/accounting/entries', {
    access: staffWith('see_money'),
    summary: 'Money of a period, line by line, by the day on which it moved or on which the service was given',
    query: accountingQuery,
    answer: accounting,
  }),
  exportEntries: route('GET', '/accounting/entries/export', {
    access: staffWith('see_money'),
    summary: 'All lines of the period as a file',
    query: accountingExportQuery,
  }),
  reconcile: route('POST', '/accounting/reconciliation', {
    access: staffWith('see_money'),
    summary: "Compare a bank's statement, OFX or CSV, with the ledger, line by line; nothing is stored",
    body: z.object({ file: z.file() }),
    answer: reconciliation,
    upload: true,
  }),
  exportReconciliation: route('POST', '/accounting/reconciliation/export', {
    access: staffWith('see_money'),
    summary: 'The same comparison as a file',
    query: reconciliationExportQuery,
    body: z.object({ file: z.file() }),
    upload: true,
  }),
};
