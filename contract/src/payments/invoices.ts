import { calendarDate, cpf, id, line, optional } from '../fields.ts';
import { cnpj } from '../operator/operator.ts';
import { route, staffWith } from '../route.ts';
import { z } from '../zod.ts';
import { issuedInvoice, proposedInvoice } from './issued-invoices.ts';

/** A note of service (NFS-e) that counts: one that was issued elsewhere, or was authorised here. */
export const invoice = z.object({ id, number: z.string(), issuedOn: calendarDate });
export type Invoice = z.infer<typeof invoice>;

const MAX_NUMBER = 60;
export const MAX_INVOICES_AT_ONCE = 100;
/** The limit of one reservation. */
export const MAX_INVOICES = 20;

const number = line('Número da nota', { max: MAX_NUMBER });

/** Body of POST invoices: the notes of one day, each of a reservation. */
export const invoicesDraft = z.strictObject({
  issuedOn: calendarDate,
  invoices: z
    .array(z.strictObject({ reservationId: id, number }))
    .min(1, 'Informe pelo menos uma nota.')
    .max(MAX_INVOICES_AT_ONCE, `Informe até ${MAX_INVOICES_AT_ONCE} notas por vez.`),
});
export type InvoicesDraft = z.output<typeof invoicesDraft>;

const taxId = z
  .string()
  .max(25, 'CPF ou CNPJ: use no máximo 25 caracteres.')
  .pipe(z.union([cpf, cnpj], 'CPF ou CNPJ inválido. Confira os números digitados.'));

/** To whom notes are made out, where it is not the payer as the reservation knows them. */
export const billingDetails = z.strictObject({
  name: optional(line('Nome ou razão social', { max: 120 })),
  taxId: optional(taxId),
  address: optional(line('Endereço', { max: 200 })),
});
export type BillingDetails = z.output<typeof billingDetails>;

/**
 * The notes of a reservation, the oldest first, and to whom they are made out; `taxId` masked for who may see none.
 * `issued`: those that are issued here, which are in `data` too while they are valid. `proposed`: what a new one would
 * say; null: none is issued here.
 */
export const reservationInvoices = z.object({
  data: z.array(invoice),
  issued: z.array(issuedInvoice).default([]),
  proposed: proposedInvoice.nullable().default(null),
  billing: z.object({ name: z.string(), taxId: z.string(), address: z.string() }),
});
export type ReservationInvoices = z.infer<typeof reservationInvoices>;

/** Numbers of the notes that were issued elsewhere. */
export const invoiceRoutes = {
  listInvoices: route('GET', '/reservations/:reservationId/invoices', {
    access: staffWith('see_money'),
    summary: 'The notes of a reservation, the oldest first, and to whom they are made out',
    answer: reservationInvoices,
  }),
  recordInvoices: route('POST', '/invoices', {
    access: staffWith('confirm_money'),
    summary: 'Record the numbers of notes, all or none; a note that its reservation has already changes nothing',
    body: invoicesDraft,
    answer: z.object({ recorded: z.int() }),
    status: 201,
    once: true,
    largeBody: true,
  }),
  removeInvoice: route('DELETE', '/reservations/:reservationId/invoices/:invoiceId', {
    access: staffWith('confirm_money'),
    summary: 'Remove the number of a note that was recorded by mistake',
    answer: reservationInvoices,
  }),
  changeBilling: route('PUT', '/reservations/:reservationId/billing', {
    access: staffWith('confirm_money', 'see_documents'),
    summary: 'Name, CPF or CNPJ and address to which the notes of a reservation are made out',
    body: billingDetails,
    answer: reservationInvoices,
  }),
};
