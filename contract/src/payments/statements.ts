import { calendarDate, cents, growing, id, instant } from '../fields.ts';
import { pageInfo, pageNumber, pageSize } from '../pages.ts';
import { z } from '../zod.ts';
import { giftCardReturn } from './gift-cards.ts';
import { type PaymentMethod, paymentMethods, reversalDraft } from './payments.ts';

/** A payment that belongs to no reservation that we know. */
export const unmatchedPayment = z.object({
  id,
  endToEndId: z.string(),
  txid: z.string(),
  amountCents: cents,
  payerName: z.string(),
  method: growing(Object.keys(paymentMethods) as PaymentMethod[]).default('pix'),
  description: z.string(),
  occurredAt: instant,
});
export type UnmatchedPayment = z.infer<typeof unmatchedPayment>;
/** An entry of the bank's list that cannot be read; `reference`: what it says of itself. */
export const unreadablePix = z.object({ id, reference: z.string(), seenAt: instant });
export type UnreadablePix = z.infer<typeof unreadablePix>;
export const unmatchedFilters = z.strictObject({ page: pageNumber.default(1), size: pageSize.default(20) });
/**
 * Why a bank took money of a payment back: a dispute, of a card or by the Central Bank's mechanism for Pix (MED), or a
 * return of more than was left of it.
 */
export const chargebackKinds = {
  card: 'Contestação no cartão',
  med_fraud: 'Contestação de Pix por fraude',
  med_operational: 'Contestação de Pix por falha operacional',
  med: 'Contestação de Pix',
  unfit: 'Devolução maior que o saldo do pagamento',
} as const;
export type ChargebackKind = keyof typeof chargebackKinds;
/** Days after a Pix is disputed until which its receiver answers, and its bank decides. */
export const MED_DAYS = { answer: 7, decision: 11 } as const;
/**
 * Money that a bank took back, until staff has seen to it. `recordedCents`: of `amountCents`, what left the ledger;
 * the rest was not there any more, or the bank is still at it. The days are of disputes of a Pix.
 */
export const chargeback = z.object({
  id,
  kind: growing(Object.keys(chargebackKinds) as ChargebackKind[]),
  amountCents: cents,
  recordedCents: cents,
  noticedAt: instant,
  answerBy: calendarDate.nullable(),
  decisionBy: calendarDate.nullable(),
  reservation: z.object({ id, code: z.string(), payer: z.string() }),
});
export type Chargeback = z.infer<typeof chargeback>;
/** Body of POST payments/chargebacks/{id}/check: what was agreed with the payer, for the history. */
export const chargebackCheck = z.strictObject({
  note: z.string().trim().max(200, 'Use até 200 caracteres.').default(''),
});

/** `unreadable`, `chargebacks`, `giftCardReturns`: those that staff has not looked at, on the first page. */
export const unmatchedList = z.object({
  data: z.array(unmatchedPayment),
  unreadable: z.array(unreadablePix),
  chargebacks: z.array(chargeback).default([]),
  giftCardReturns: z.array(giftCardReturn).default([]),
  page: pageInfo,
});
export type UnmatchedList = z.infer<typeof unmatchedList>;
/**
 * Body of POST payments/unmatched/{id}/assignment: by the reservation's code. `isDeliberate`: although staff has
 * recorded equal money there.
 */
export const unmatchedAssignment = z.strictObject({
  code: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[0-9A-Z]{6}$/, 'Escolha uma reserva da lista, ou digite o código de 6 letras e números.'),
  isDeliberate: z.boolean().optional(),
});
export type UnmatchedAssignment = z.output<typeof unmatchedAssignment>;
/** Body of POST payments/unmatched/{id}/dismissal: why it is none of ours. */
export const unmatchedDismissal = reversalDraft;

/** How a line of a statement found its reservation. */
export const lineMatches = {
  txid: 'Pelo código da cobrança',
  end_to_end_id: 'Pelo identificador do Pix',
  amount_and_name: 'Por valor e nome',
  amount_and_first_name: 'Por valor e primeiro nome',
} as const;
export type LineMatch = keyof typeof lineMatches;
/** `counted`: an entry of the ledger stands for it. `dismissed`: staff says that it is no reservation's money. */
export const lineStates = ['proposed', 'unmatched', 'counted', 'confirmed', 'dismissed'] as const;
export type LineState = (typeof lineStates)[number];

/** Why a line is proposed for no reservation. */
export const lineDoubts = {
  direction: 'O extrato não deixa claro se este dinheiro entrou ou saiu. Confira no banco antes de lançar.',
  reversed: 'O extrato traz também a devolução deste dinheiro. Confira no banco antes de lançar.',
  repeated: 'O extrato traz esta linha duas vezes, com o mesmo número. Lance se foram dois pagamentos.',
} as const;
export type LineDoubt = keyof typeof lineDoubts;

/**
 * Money that came in, of a bank statement, with the reservation that is proposed for it or in whose ledger it is.
 * `recorded`: the day of the entry that stands for it; where that is not `isCertain`, the entry only looks the same,
 * and staff may record the line too.
 */
export const statementLine = z.object({
  id,
  occurredOn: calendarDate,
  amountCents: cents,
  description: z.string(),
  payerName: z.string(),
  match: z.enum(Object.keys(lineMatches) as [LineMatch, ...LineMatch[]]).nullable(),
  state: z.enum(lineStates),
  doubt: growing(Object.keys(lineDoubts) as LineDoubt[])
    .nullable()
    .default(null),
  reservation: z.object({ id, code: z.string(), payer: z.string(), trip: z.string(), dueCents: cents }).nullable(),
  recorded: z.object({ occurredOn: calendarDate, payerName: z.string(), isCertain: z.boolean() }).nullable(),
});
export type StatementLine = z.infer<typeof statementLine>;
/** Rows of a statement that are no line and can be read, as they are counted. */
export const leftOutLabels = {
  out: ['saída', 'saídas'],
  future: ['linha com data futura', 'linhas com data futura'],
  balances: ['saldo', 'saldos'],
  undone: ['linha cancelada ou não concluída', 'linhas canceladas ou não concluídas'],
  repeated: ['linha repetida', 'linhas repetidas'],
  other: ['linha sem lançamento', 'linhas sem lançamento'],
  cut: ['trecho cortado no fim do arquivo', 'trechos cortados'],
} as const;
export type LeftOut = keyof typeof leftOutLabels;

/**
 * `unreadRows`: how many rows of the file have a day or an amount that cannot be read; `leftOut`: how many are no line
 * for another reason. With the lines they are all rows of the file.
 */
export const statement = z.object({
  id,
  filename: z.string(),
  format: z.enum(['ofx', 'csv']),
  createdAt: instant,
  unreadRows: z.int(),
  leftOut: z.partialRecord(growing(Object.keys(leftOutLabels) as LeftOut[]), z.int()).default({}),
  lines: z.array(statementLine),
});
export type Statement = z.infer<typeof statement>;
/**
 * Body of POST payments/statements/{id}/confirmation: the lines to record and the codes of their reservations.
 * `isDeliberate`: although the ledger has an equal entry, or the reservation owes less.
 */
export const statementConfirmation = z.strictObject({
  lines: z
    .array(
      z.strictObject({ id, code: unmatchedAssignment.shape.code, isDeliberate: z.boolean().default(false) }),
      'Escolha pelo menos um lançamento.',
    )
    .min(1, 'Escolha pelo menos um lançamento.')
    .max(2_000),
});
export type StatementConfirmation = z.output<typeof statementConfirmation>;
