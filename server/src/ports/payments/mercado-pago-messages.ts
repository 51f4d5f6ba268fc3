import { z } from '@passeio/contract/zod';
import type { CardReview, Payment, PaymentRefund, ProviderRefundState, UnreadablePayment } from './port.ts';

// The most that a column of PostgreSQL holds.
const MAX_CENTS = 2_147_483_647;
const MAX_NAME = 140;
export const ISSUER = 'mercado_pago';
/** The id of a payment, refund or preference's payment. */
export const ID = /^\d{1,20}$/;

const text = z.string().nullish();
const id = z.union([z.string(), z.int().nonnegative().transform(String)]).pipe(z.string().regex(ID));
const instant = z.string().pipe(z.coerce.date());
/** Reais with centavos as a number of JSON; anything finer is not an amount. */
const cents = z
  .number()
  .transform((reais) => ({ cents: Math.round(reais * 100), off: Math.abs(reais * 100 - Math.round(reais * 100)) }))
  .refine(({ cents, off }) => off < 1e-4 && cents >= 0 && cents <= MAX_CENTS)
  .transform((amount) => amount.cents);

/** Centavos as a number of JSON. */
export const reaisOf = (amountCents: number) => Number((amountCents / 100).toFixed(2));

const item = z.object({ unit_price: cents, quantity: z.int().positive() });
export const preferenceResponse = z.object({
  external_reference: z.string(),
  items: z.array(item).min(1),
  init_point: z.url({ protocol: /^https?$/ }),
});
export const preferenceList = z.object({
  elements: z.array(z.object({ id: z.string().regex(/^[\w-]{1,100}$/), external_reference: text })).nullish(),
});
/** Until when it can be paid; without that it has no end. */
export const expiryResponse = z.object({
  expires: z.boolean().nullish(),
  expiration_date_to: instant.nullish().catch(null),
});

const REFUND_STATES: Record<string, ProviderRefundState> = {
  approved: 'paid',
  rejected: 'refused',
  cancelled: 'refused',
};
/** Beside the ids of payments, with which those of refunds share no numbering. */
const refundReference = (one: string) => `R${one}`;
export const refundId = (reference: string) => /^R(\d{1,20})$/.exec(reference)?.[1];

export const refundResponse = z.object({ id, amount: cents, status: text }).transform(
  ({ id, amount, status }): PaymentRefund => ({
    reference: refundReference(id),
    returnId: refundReference(id),
    amountCents: amount,
    // Older refunds have no state.
    state: status ? (REFUND_STATES[status] ?? 'sent') : 'paid',
  }),
);

// Money that came in, also if it went back since. Of other states nothing has come: 'authorized' is not captured.
const CAME = new Set(['approved', 'in_mediation', 'refunded', 'charged_back']);
const CHARGE_REFERENCE = /^[A-Za-z0-9]{1,35}$/;

const fee = z.object({ amount: cents, fee_payer: text });
const payer = z.object({ first_name: text, last_name: text }).nullish().catch(null);
const card = z
  .object({ cardholder: z.object({ name: text }).nullish() })
  .nullish()
  .catch(null);

// Nothing comes of other states any more, unless the payer pays again.
const IN_REVIEW = new Set(['pending', 'in_process', 'authorized']);

/** A payment: the money that came, or what is known of one that has not come. */
export const paymentResponse = z
  .object({
    id,
    status: z.string(),
    status_detail: text,
    external_reference: text,
    currency_id: text,
    transaction_amount: cents,
    date_created: instant,
    date_approved: instant.nullish().catch(null),
    date_last_updated: instant.nullish().catch(null),
    money_release_date: instant.nullish().catch(null),
    fee_details: z.array(fee).nullish().catch(null),
    refunds: z.array(z.unknown()).nullish().catch(null),
    payer,
    card,
  })
  .refine(({ status, currency_id, transaction_amount }) => {
    return !CAME.has(status) || (currency_id === 'BRL' && transaction_amount > 0);
  })
  .transform((one): { id: string; updatedAt: Date; came: Payment | null; review: CardReview | null } => ({
    id: one.id,
    updatedAt: one.date_last_updated ?? one.date_created,
    came: CAME.has(one.status) ? moneyOf(one) : null,
    review: CAME.has(one.status) || one.transaction_amount === 0 ? null : reviewOf(one),
  }));

interface Undecided {
  id: string;
  status: string;
  external_reference?: string | null | undefined;
  transaction_amount: number;
  date_created: Date;
  date_last_updated?: Date | null | undefined;
}

function reviewOf({ id, status, external_reference, transaction_amount, ...one }: Undecided): CardReview {
  return {
    issuer: ISSUER,
    reference: id,
    chargeReference: chargeReferenceOf(external_reference),
    amountCents: transaction_amount,
    inReview: IN_REVIEW.has(status),
    changedAt: one.date_last_updated ?? one.date_created,
  };
}

// A reference of another form is none of ours.
const chargeReferenceOf = (reference: string | null | undefined) =>
  CHARGE_REFERENCE.test(reference ?? '') ? String(reference) : '';

function moneyOf(one: {
  id: string;
  status: string;
  status_detail?: string | null | undefined;
  external_reference?: string | null | undefined;
  transaction_amount: number;
  date_created: Date;
  date_approved?: Date | null | undefined;
  money_release_date?: Date | null | undefined;
  fee_details?: z.output<typeof fee>[] | null | undefined;
  refunds?: unknown[] | null | undefined;
  payer?: z.output<typeof payer>;
  card?: z.output<typeof card>;
}): Payment {
  const refunds = (one.refunds ?? []).flatMap((refund) => refundResponse.safeParse(refund).data ?? []);
  const backCents = refunds.reduce((sum, { state, amountCents }) => sum + (state === 'refused' ? 0 : amountCents), 0);
  // Won by the operator, the money comes back, or never went.
  const isLost = one.status === 'charged_back' && one.status_detail !== 'reimbursed';
  const disputed = isLost ? one.transaction_amount - backCents : 0;
  const id = `C${one.id}`;
  if (disputed > 0)
    refunds.push({ reference: id, returnId: id, amountCents: disputed, state: 'paid', dispute: 'card' });
  const fees = one.fee_details?.filter(({ fee_payer }) => fee_payer === 'collector');
  const name = one.card?.cardholder?.name ?? `${one.payer?.first_name ?? ''} ${one.payer?.last_name ?? ''}`;
  return {
    issuer: ISSUER,
    reference: one.id,
    chargeReference: chargeReferenceOf(one.external_reference),
    method: 'card',
    amountCents: one.transaction_amount,
    payerName: inOneLine(name, MAX_NAME),
    // It cannot come later than now by our clock.
    occurredAt: new Date(Math.min((one.date_approved ?? one.date_created).getTime(), Date.now())),
    refunds,
    ...(fees && fees.length > 0 && { feeCents: fees.reduce((sum, { amount }) => sum + amount, 0) }),
    ...(one.money_release_date && { settlesAt: one.money_release_date }),
  };
}

function inOneLine(value: string, max: number): string {
  const line = value.replace(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ').trim();
  return Array.from(line).slice(0, max).join('');
}

export const paymentList = z.object({ results: z.array(z.unknown()) });

const names = z.object({ id: z.union([z.string(), z.number()]).nullish(), external_reference: text.catch('') });

/** A payment of the list that cannot be read, by its id: all else of it may be a person's data. */
export function unreadable(value: unknown): UnreadablePayment {
  const { data } = names.safeParse(value);
  const reference = data?.external_reference ?? '';
  return {
    unreadable: `Mercado Pago ${inOneLine(String(data?.id ?? '?'), 100)}`,
    chargeReference: CHARGE_REFERENCE.test(reference) ? reference : '',
  };
}

/** The id of the payment that a notice is about; undefined for notices of other things. */
export const noticeQuery = z.object({
  'data.id': z.string().max(100).optional().catch(undefined),
  type: z.string().max(100).optional().catch(undefined),
  topic: z.string().max(100).optional().catch(undefined),
  id: z.string().max(100).optional().catch(undefined),
});
