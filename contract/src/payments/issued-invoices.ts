import { amountCents, cents, growing, id, instant, signedCents, text } from '../fields.ts';
import { everyRole, route, staffWith } from '../route.ts';
import { z } from '../zod.ts';

/** The states of a note that is issued here, and those that may follow; the database's check repeats them. */
export const issuedInvoiceStates = {
  /** It has its number, and the government's answer is waited for. */
  sent: { label: 'Aguardando o governo', next: ['authorised', 'rejected'] },
  authorised: { label: 'Autorizada', next: ['cancelled', 'replaced'] },
  /** For good: what is put right becomes another note, with a new number. */
  rejected: { label: 'Recusada', next: [] },
  cancelled: { label: 'Cancelada', next: [] },
  /** Another note names it, and took its place. */
  replaced: { label: 'Substituída', next: [] },
} as const;
export type IssuedInvoiceState = keyof typeof issuedInvoiceStates;

/** What the government said, in its codes and words; `advice`: what to do, where it is known. */
const message = z.object({ code: z.string(), text: z.string(), advice: z.string() });

/**
 * A note that is issued here. `number`: ours, as in "1/27"; `noteNumber`: the government's. `lookUpUrl`: where anybody
 * looks the note up. `isBeingCancelled`: its cancellation was sent, and is not answered yet. `replaces`: the note that
 * this one replaces.
 */
export const issuedInvoice = z.object({
  id,
  state: growing(Object.keys(issuedInvoiceStates) as IssuedInvoiceState[]),
  number: z.string(),
  noteNumber: z.string().nullable(),
  accessKey: z.string().nullable(),
  lookUpUrl: z.string().nullable(),
  amountCents: cents,
  createdAt: instant,
  authorisedAt: instant.nullable(),
  cancelledAt: instant.nullable(),
  replacedAt: instant.nullable().default(null),
  replaces: id.nullable().default(null),
  isBeingCancelled: z.boolean(),
  messages: z.array(message),
  nextTryAt: instant.nullable(),
});
export type IssuedInvoice = z.infer<typeof issuedInvoice>;

/**
 * What staff issues a note with, as it is proposed. `balanceCents`: what is without a note, below zero where notes say
 * more than what is the operator's own.
 */
export const proposedInvoice = z.object({
  amountCents: cents,
  description: z.string(),
  isTest: z.boolean(),
  balanceCents: signedCents.default(0),
});

const MAX_DESCRIPTION = 2_000;

/** Body of POST reservations/{id}/invoices/issue. */
export const invoiceDraft = z.strictObject({
  amountCents,
  description: text('Descrição do serviço', { max: MAX_DESCRIPTION }).refine(
    (typed) => typed !== '',
    'Descrição do serviço: preencha este campo.',
  ),
});
export type InvoiceDraft = z.output<typeof invoiceDraft>;

/** Reasons that the government has for cancelling a note. */
export const cancellationReasons = {
  '1': 'Erro na emissão',
  '2': 'Serviço não prestado',
  '9': 'Outro motivo',
} as const;

const REASON = { min: 15, max: 255 };
const WRONG_REASON = `Explique o motivo com ${REASON.min} a ${REASON.max} caracteres.`;

/** Why a note is taken back, in words. The government takes Latin letters only. */
const reasonText = z
  .string(WRONG_REASON)
  .trim()
  .max(REASON.max, { error: WRONG_REASON, abort: true })
  .min(REASON.min, WRONG_REASON)
  .regex(/^[ -~\u00a1-ÿ]*$/, 'Use letras, números e sinais comuns, em uma linha.');

/** Body of POST reservations/{id}/invoices/{invoiceId}/cancellation. */
export const invoiceCancellation = z.strictObject({
  reason: z.enum(Object.keys(cancellationReasons) as ['1', '2', '9'], 'Escolha o motivo.'),
  text: reasonText,
});
export type InvoiceCancellation = z.output<typeof invoiceCancellation>;

/** Reasons that the government has for replacing a note, the usual one first. */
export const replacementReasons = {
  '99': 'Outro motivo',
  '01': 'Saiu do Simples Nacional',
  '02': 'Entrou no Simples Nacional',
  '03': 'Ganhou imunidade ou isenção',
  '04': 'Perdeu imunidade ou isenção',
  '05': 'Quem recebeu rejeitou a nota',
} as const;

/** Body of POST reservations/{id}/invoices/{invoiceId}/replacement: the new note, and why it replaces the other. */
export const invoiceReplacement = invoiceDraft.extend({
  reason: z.enum(Object.keys(replacementReasons) as (keyof typeof replacementReasons)[], 'Escolha o motivo.'),
  text: reasonText,
});
export type InvoiceReplacement = z.output<typeof invoiceReplacement>;

/** The file of a note: as the government signed it, or to print. */
export const invoiceFormats = ['pdf', 'xml'] as const;
export type InvoiceFormat = (typeof invoiceFormats)[number];

/** The notes of a reservation that its payer may have, the oldest first. */
const invoicesOfPayer = z.object({
  data: z.array(
    issuedInvoice.pick({
      ...{ id: true, noteNumber: true, amountCents: true },
      ...{ authorisedAt: true, cancelledAt: true, replacedAt: true },
    } as const),
  ),
});
export type InvoicesOfPayer = z.infer<typeof invoicesOfPayer>;

export const issuedInvoiceRoutes = {
  issue: route('POST', '/reservations/:reservationId/invoices/issue', {
    access: staffWith('confirm_money'),
    summary: 'Issue a note of service: it gets its number, and is sent; the answer of the government follows',
    body: invoiceDraft,
    answer: issuedInvoice,
    status: 202,
    once: true,
  }),
  cancelIssued: route('POST', '/reservations/:reservationId/invoices/:invoiceId/cancellation', {
    access: staffWith('confirm_money'),
    summary: 'Ask the government to cancel a note that it has authorised; its answer follows',
    body: invoiceCancellation,
    answer: issuedInvoice,
    status: 202,
    once: true,
  }),
  replaceIssued: route('POST', '/reservations/:reservationId/invoices/:invoiceId/replacement', {
    access: staffWith('confirm_money'),
    summary: 'Issue a note that replaces one that was authorised, which stays valid until the government agrees',
    body: invoiceReplacement,
    answer: issuedInvoice,
    status: 202,
    once: true,
  }),
  exportIssued: route('GET', '/reservations/:reservationId/invoices/:invoiceId/export', {
    access: { roles: everyRole, needs: ['see_money', 'see_documents'] },
    summary: 'A note as the government signed it (xml), or to print (pdf), for the payer and for staff',
    query: z.object({ format: z.enum(invoiceFormats).default('pdf') }),
    byLink: { name: 'invoice-file', proof: 'always' },
  }),
  listOfPayer: route('GET', '/reservations/:reservationId/issued-invoices', {
    access: { roles: everyRole, needs: ['see_money'] },
    summary: 'The notes of a reservation that were authorised, for its payer and for staff, the oldest first',
    answer: invoicesOfPayer,
    byLink: { name: 'issued-invoices' },
  }),
};
