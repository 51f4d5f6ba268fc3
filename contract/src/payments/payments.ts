import { chatFacts } from '../chat-facts.ts';
import {
  amountCents,
  calendarDate,
  cents,
  growing,
  id,
  instant,
  line,
  optional,
  seenCents,
  signedCents,
  text,
} from '../fields.ts';
import { meansKeys } from '../means.ts';
import { pixKey } from '../operator/pix-key.ts';
import { pageInfo, pageNumber, pageSize } from '../pages.ts';
import { z } from '../zod.ts';
import { refundParts } from './refund-parts.ts';

/** Kinds of ledger entries, as people read them. A reversal puts right what was recorded by mistake. */
export const entryKinds = {
  deposit: 'Sinal',
  balance: 'Restante',
  full: 'Valor total',
  extra: 'Adicional',
  refund: 'Devolução',
  reversal_out: 'Estorno de lançamento',
  reversal_in: 'Estorno de devolução',
  chargeback: 'Contestação',
} as const;
export type EntryKind = keyof typeof entryKinds;
export const entryKind = z.enum(Object.keys(entryKinds) as [EntryKind, ...EntryKind[]]);

/** Kinds that staff records. */
export const paymentKinds = { deposit: 'Sinal', balance: 'Restante', refund: 'Devolução' } as const;
export type PaymentKind = keyof typeof paymentKinds;
export const paymentKind = z.enum(Object.keys(paymentKinds) as [PaymentKind, ...PaymentKind[]]);

/** Methods of payment, as people read them. */
export const paymentMethods = {
  pix: 'Pix',
  cash: 'Dinheiro',
  card: 'Cartão',
  transfer: 'Transferência',
  credit: 'Crédito',
  gift_card: 'Vale-presente',
} as const;
export type PaymentMethod = keyof typeof paymentMethods;
export const paymentMethod = z.enum(
  Object.keys(paymentMethods) as [PaymentMethod, ...PaymentMethod[]],
  'Escolha como o valor foi pago.',
);

/** Whether no money moves by a method: it came before, as credit or for a gift card. */
export const isPrepaid = (method: PaymentMethod): method is PrepaidMethod =>
  method === 'credit' || method === 'gift_card';
type PrepaidMethod = 'credit' | 'gift_card';
/** Methods by which money moves. */
export type MoneyMethod = Exclude<PaymentMethod, PrepaidMethod>;
export const moneyMethods = (Object.keys(paymentMethods) as PaymentMethod[]).filter(
  (method): method is MoneyMethod => !isPrepaid(method),
);

/** A payment in a sentence, as "Este Pix" or "um pagamento com cartão". */
export const paymentNoun = (method: PaymentMethod) =>
  method === 'pix' ? 'Pix' : method === 'card' ? 'pagamento com cartão' : 'pagamento';

/** What arrives in the operator's bank account, and stands in its statement. */
export const bankMethods: readonly PaymentMethod[] = ['pix', 'transfer'];

/** Methods by which staff records a payment or a refund: a gift card is used by its code. */
export type TypedMethod = Exclude<PaymentMethod, 'gift_card'>;
export const typedMethods = (Object.keys(paymentMethods) as PaymentMethod[]).filter(
  (method): method is TypedMethod => method !== 'gift_card',
);
const typedMethod = z.enum(typedMethods, 'Escolha como o valor foi pago.');

/** Who recorded an entry: a person, the payment provider's notice, or the system. */
export const recorders = ['person', 'provider', 'system'] as const;

/**
 * An immutable ledger entry. `amountCents` is positive, also for what went out. `occurredAt`: when the money moved;
 * `recordedAt`: when we wrote it down. `endToEndId`: the Pix or the payment by card, unique in the ledger. `feeCents`:
 * what the provider keeps of it, `settlesOn`: when it pays out the rest; null where it does not say. `reversedBy`: the
 * entry that puts this one right.
 */
export const ledgerEntry = z.object({
  id,
  kind: entryKind,
  direction: z.enum(['in', 'out']),
  method: paymentMethod,
  amountCents: cents,
  note: z.string(),
  payerName: z.string(),
  endToEndId: z.string().nullable(),
  feeCents: cents.nullish(),
  settlesOn: calendarDate.nullish(),
  occurredAt: instant,
  recordedAt: instant,
  recordedVia: z.enum(recorders),
  recordedBy: z.string(),
  reversedBy: id.nullable(),
});
export type LedgerEntry = z.infer<typeof ledgerEntry>;

const MAX_NOTE = 200;

/** The id of a Pix between banks: "E" ("D" for a return), the payer's bank, date and time, 11 characters. */
export const endToEndId = z
  .string()
  .trim()
  .regex(/^[DE][A-Z0-9]{31}$/i, 'O identificador do Pix tem 32 letras e números e começa com E.');

/** Body of POST reservations/{id}/payments. `amountCents` is positive, also for refunds. */
export const paymentDraft = z.strictObject({
  kind: paymentKind,
  method: typedMethod,
  amountCents,
  note: text('Observação', { max: MAX_NOTE }).default(''),
  endToEndId: endToEndId.optional(),
  occurredAt: instant.optional(),
});
export type PaymentDraft = z.output<typeof paymentDraft>;

/** Body of POST reservations/{id}/payments/{entryId}/reversal. */
export const reversalDraft = z.strictObject({ reason: line('Motivo', { min: 3, max: MAX_NOTE }) });
export type ReversalDraft = z.output<typeof reversalDraft>;

/** What a charge is for, as people read it. */
export const chargePurposes = {
  deposit: 'Sinal',
  balance: 'Restante',
  full: 'Valor total',
  extra: 'Adicional',
} as const;
export type ChargePurpose = keyof typeof chargePurposes;
export const chargePurpose = z.enum(Object.keys(chargePurposes) as [ChargePurpose, ...ChargePurpose[]]);
export const chargeStates = ['open', 'paid', 'replaced', 'cancelled', 'expired'] as const;
export type ChargeState = (typeof chargeStates)[number];
export const chargeMethods = ['static_pix', 'provider_pix', 'card'] as const;
export type ChargeMethod = (typeof chargeMethods)[number];

/**
 * Something to be paid, once. `payload`: the "copia e cola" code, which is also what the QR code says; `address`: where
 * the payer goes to pay instead; both null while the provider starts it. `confirmsItself`: the provider notifies us of
 * the payment; otherwise a receipt is needed. `adjustmentCents`: what the means adds to what the charge settles, or
 * takes off, contained in `amountCents`. `dueOn`: the day of the instalment that it asks for; it can be paid until
 * `expiresAt`. `cardReview`: the last payment by card of which no money has come; its bank decides, or has refused it.
 */
export const charge = z.object({
  id,
  purpose: growing(Object.keys(chargePurposes) as ChargePurpose[]),
  amountCents: cents,
  adjustmentCents: signedCents.default(0),
  txid: z.string(),
  payload: z.string().nullable(),
  address: z.string().nullish(),
  method: growing(chargeMethods),
  state: growing(chargeStates),
  expiresAt: instant.nullable(),
  dueOn: calendarDate.nullable().default(null),
  confirmsItself: z.boolean(),
  cardReview: z.object({ paymentId: z.string(), inReview: z.boolean() }).nullish(),
});
export type Charge = z.infer<typeof charge>;

/**
 * Body of POST reservations/{id}/charges; an open charge of another amount, purpose or means is replaced.
 * `amountCents`: a part of what is due, at least the deposit of a held reservation; by default all that the purpose
 * asks for. What the means adds or takes off is not in it.
 */
export const chargeDraft = z.strictObject({
  purpose: z.enum(['deposit', 'balance', 'full'], 'Escolha o que pagar.'),
  means: z.enum(meansKeys, 'Escolha como pagar.').default('pix'),
  amountCents: amountCents.optional(),
});
export type ChargeDraft = z.output<typeof chargeDraft>;

/** Query of GET reservations/{id}/payment-slips; by default every payment. */
export const slipsQuery = z.strictObject({ entryId: id.optional() });

/** States of a receipt, as people read them. */
export const receiptStates = { submitted: 'Em conferência', accepted: 'Aceito', rejected: 'Recusado' } as const;
export type ReceiptState = keyof typeof receiptStates;
export const receiptState = z.enum(Object.keys(receiptStates) as [ReceiptState, ...ReceiptState[]]);
/** Megabytes of a receipt, as a picture or PDF. */
export const MAX_RECEIPT_MB = 10;

/** A file by which a client says "I paid". `reason`: why it was rejected. */
export const receipt = z.object({
  id,
  state: growing(Object.keys(receiptStates) as ReceiptState[]),
  reason: z.string(),
  contentType: growing(['image/webp', 'application/pdf']),
  hasFile: z.boolean(),
  createdAt: instant,
  reviewedAt: instant.nullable(),
});
export type Receipt = z.infer<typeof receipt>;

/** The ledger of a reservation, oldest first, and its `receipts`, newest first. */
export const ledger = z.object({ data: z.array(ledgerEntry), receipts: z.array(receipt), page: pageInfo });
export type Ledger = z.infer<typeof ledger>;

/** Reservations that something was used for before. */
const usedBefore = z.array(z.object({ reservationId: id, tripId: id, code: z.string() }));

/**
 * A receipt to be reviewed. `expectedCents`: of its charge, else what is due. `sameFile`: reservations with the same
 * file. `received`: the reservation's ledger entries, newest first.
 */
export const receiptToReview = receipt.extend({
  expectedCents: cents,
  txid: z.string().nullable(),
  reservation: z.object({
    id,
    code: z.string(),
    payer: z.string(),
    chat: chatFacts,
    totalCents: cents,
    depositCents: cents,
    receivedCents: cents,
    dueCents: cents,
    holdExpiresAt: instant.nullable(),
  }),
  trip: z.object({ id, title: z.string(), date: instant }),
  received: z.array(
    ledgerEntry.pick({
      id: true,
      kind: true,
      direction: true,
      amountCents: true,
      occurredAt: true,
      endToEndId: true,
      payerName: true,
    }),
  ),
  sameFile: usedBefore,
});
export type ReceiptToReview = z.infer<typeof receiptToReview>;

/** Query of GET payments/receipts: by default what waits, departures of the next three days first, then the oldest. */
export const receiptFilters = z.strictObject({
  state: receiptState.default('submitted'),
  page: pageNumber.default(1),
  size: pageSize.default(20),
});
export type ReceiptFilters = z.output<typeof receiptFilters>;
export const receiptList = z.object({ data: z.array(receiptToReview), page: pageInfo });
export type ReceiptList = z.infer<typeof receiptList>;

/** Body of POST payments/receipts/{id}/approval: what came in by the bank's statement. */
export const receiptApproval = z.strictObject({
  amountCents,
  endToEndId: endToEndId.optional(),
  isOther: z.boolean().optional(),
});
export type ReceiptApproval = z.output<typeof receiptApproval>;
/** Body of POST payments/receipts/{id}/rejection; the client reads the reason. */
export const receiptRejection = z.strictObject({ reason: line('Motivo', { min: 3, max: 300 }) });
export type ReceiptRejection = z.output<typeof receiptRejection>;
/** Presets of {@link receiptRejection}. */
export const rejectionPresets = [
  'O valor ainda não entrou na conta.',
  'O comprovante é de um Pix agendado, que ainda não foi pago.',
  'O valor do comprovante é diferente do valor da reserva.',
  'A imagem está ilegível. Envie outra, por favor.',
  'O Pix do comprovante foi para outra conta.',
] as const;

/** States of a refund, as people read them; a due one reads "Previsto até {data}". */
export const refundStates = { due: 'Em análise', sent: 'Enviado', paid: 'Reembolsado' } as const;
export type RefundState = keyof typeof refundStates;
export const refundState = z.enum(Object.keys(refundStates) as [RefundState, ...RefundState[]]);
/** Why money goes back, as people read it. */
export const refundReasons = {
  cancelled: 'Reserva cancelada',
  expired: 'Pagamento depois do prazo',
  // Somebody left, the price fell, or more came than was asked for.
  overpaid: 'Pago acima do total da reserva',
} as const;
export type RefundReason = keyof typeof refundReasons;

/**
 * Money that must go back, as its payer sees it. `throughProvider`: it returns to the account from which it came, so no
 * key is needed; otherwise `pixKey` is the one to which it goes, masked, empty if unknown. `asCredit`: the payer took
 * it as credit. `parts`: how each part of one that is not paid yet goes back.
 */
export const refund = z.object({
  id,
  amountCents: cents,
  reason: growing(Object.keys(refundReasons) as RefundReason[]),
  promisedFor: calendarDate,
  state: growing(Object.keys(refundStates) as RefundState[]),
  paidAt: instant.nullable(),
  pixKey: z.string(),
  throughProvider: z.boolean(),
  asCredit: z.boolean(),
  parts: refundParts,
});
export type Refund = z.infer<typeof refund>;

/** Body of PUT reservations/{id}/refund/pix-key. */
export const refundKey = z.strictObject({ pixKey });
export type RefundKey = z.output<typeof refundKey>;

/**
 * As staff sees it, with the whole key. `throughProvider`: it can be paid with one press, because the money came
 * through the provider. `keyChanged`: who last changed the key; null if nobody did. `linkMakers`: of staff, by whose
 * links the client cancelled, chose or changed the key.
 */
export const refundToPay = refund.extend({
  keyChanged: z.object({ by: z.string(), isPayer: z.boolean(), at: instant }).nullable(),
  linkMakers: z.array(z.string()).default([]),
  isLate: z.boolean(),
  reservation: z.object({ id, code: z.string(), payer: z.string(), chat: chatFacts }),
  trip: z.object({ id, title: z.string(), date: instant }),
});
export type RefundToPay = z.infer<typeof refundToPay>;
/** Query of GET payments/refunds: by default what is open, the earliest promise first. */
export const refundFilters = z.strictObject({
  state: z.enum(['open', 'paid']).default('open'),
  page: pageNumber.default(1),
  size: pageSize.default(20),
});
export type RefundFilters = z.output<typeof refundFilters>;
export const refundList = z.object({ data: z.array(refundToPay), page: pageInfo, sumCents: cents });
export type RefundList = z.infer<typeof refundList>;
/**
 * Body of POST payments/refunds/{id}/payment: through the provider, or paid by hand by `method`. `amountCents`: what
 * staff saw; more may be due by now.
 */
export const refundPayment = z.discriminatedUnion('via', [
  z.strictObject({ via: z.literal('provider'), amountCents: seenCents }),
  z.strictObject({
    via: z.literal('hand'),
    amountCents: seenCents,
    method: typedMethod,
    endToEndId: endToEndId.optional(),
    note: text('Observação', { max: MAX_NOTE }).default(''),
  }),
]);
export type RefundPayment = z.output<typeof refundPayment>;
/** Body of PUT payments/refunds/{id}. */
export const refundChange = z.strictObject({ promisedFor: calendarDate, pixKey: optional(pixKey) });
export type RefundChange = z.output<typeof refundChange>;
