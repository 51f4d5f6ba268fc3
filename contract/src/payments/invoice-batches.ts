import { calendarMonth, growing, id, instant } from '../fields.ts';
import { route, staffWith } from '../route.ts';
import { z } from '../zod.ts';
import { type IssueRule, issueRules } from './fiscal-settings.ts';
import { issuedInvoice } from './issued-invoices.ts';

/** How many notes are asked for at once; of a month with more, the rest is asked for again. */
export const MAX_BATCH = 200;

/** Body of POST invoices/batches: reservations that staff chose, or those of a month's departures without a note. */
export const invoiceBatchDraft = z
  .strictObject({
    reservationIds: z
      .array(id)
      .min(1, 'Escolha pelo menos uma reserva.')
      .max(MAX_BATCH, `Escolha até ${MAX_BATCH} reservas por vez.`)
      .optional(),
    month: calendarMonth.optional(),
  })
  .refine(
    ({ reservationIds, month }) => (reservationIds === undefined) !== (month === undefined),
    'Escolha as reservas ou o mês.',
  );
export type InvoiceBatchDraft = z.output<typeof invoiceBatchDraft>;

/** Where a reservation of a batch stands; `failed`: no note was written, for the reason in `problem`. */
export const batchItemStates = {
  waiting: 'Na fila',
  sent: 'Aguardando o governo',
  authorised: 'Autorizada',
  rejected: 'Recusada',
  failed: 'Não emitida',
  cancelled: 'Cancelada',
  replaced: 'Substituída',
} as const;
export type BatchItemState = keyof typeof batchItemStates;

/** `rule`: by which it was made; null: staff chose. `counts`: of its reservations, by where they stand. */
const batch = z.object({
  id,
  rule: growing(Object.keys(issueRules) as IssueRule[]).nullable(),
  requestedBy: z.string(),
  createdAt: instant,
  counts: z.record(z.string(), z.int()),
});
export type InvoiceBatch = z.infer<typeof batch>;

const batchItem = z.object({
  state: growing(Object.keys(batchItemStates) as BatchItemState[]),
  reservation: z.object({ id, code: z.string() }),
  payer: z.string(),
  trip: z.object({ title: z.string(), date: instant }),
  problem: z.string(),
  invoice: issuedInvoice.nullable(),
});
export type InvoiceBatchItem = z.infer<typeof batchItem>;

/** A batch with its reservations, those first that need somebody. */
const wholeBatch = batch.extend({ items: z.array(batchItem) });
export type WholeInvoiceBatch = z.infer<typeof wholeBatch>;

const batches = z.object({ data: z.array(batch) });
export type InvoiceBatches = z.infer<typeof batches>;

export const invoiceBatchRoutes = {
  listBatches: route('GET', '/invoices/batches', {
    access: staffWith('see_money'),
    summary: 'The latest batches of notes, by hand and by rule',
    answer: batches,
  }),
  readBatch: route('GET', '/invoices/batches/:batchId', {
    access: staffWith('see_money'),
    summary: 'A batch of notes, with what became of each',
    answer: wholeBatch,
  }),
  startBatch: route('POST', '/invoices/batches', {
    access: staffWith('confirm_money'),
    summary: 'Issue the notes of many reservations, or of a month without them, as they are proposed',
    body: invoiceBatchDraft,
    answer: batch,
    status: 202,
    once: true,
  }),
  retryBatch: route('POST', '/invoices/batches/:batchId/retry', {
    access: staffWith('confirm_money'),
    summary: 'Issue those of a batch again that were refused or not written; each gets a new number',
    answer: batch,
    status: 202,
    once: true,
  }),
};
