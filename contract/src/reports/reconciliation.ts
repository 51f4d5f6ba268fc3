import { calendarDate, cents, growing, id, signedCents } from '../fields.ts';
import { entryKinds, type PaymentMethod, paymentMethods } from '../payments/payments.ts';
import { z } from '../zod.ts';
import { reportFormats } from './reports.ts';

/**
 * What a line of a statement is beside the ledger, or an entry beside the statement. `ambiguous`: several entries or
 * lines fit equally, and their numbers differ. `other_day`: the other side has it some days away, which changes the
 * difference where that is outside the period.
 */
export const reconciliationKinds = {
  only_bank: 'No extrato e não no Passeio',
  only_ledger: 'No Passeio e não no extrato',
  other_amount: 'Valor diferente',
  line_twice: 'Em dobro no extrato',
  entry_twice: 'Em dobro no Passeio',
  bank_fee: 'Tarifa do banco',
  other_day: 'Data diferente',
  ambiguous: 'Mais de um possível',
  matched: 'Confere',
} as const;
export type ReconciliationKind = keyof typeof reconciliationKinds;

/** How a line found its entries. */
export const reconciliationMatches = {
  reference: 'Pelo identificador',
  payer: 'Por valor e nome ou CPF',
  amount: 'Por valor e dia',
  settlement: 'Repasse do cartão',
} as const;
export type ReconciliationMatch = keyof typeof reconciliationMatches;

/** What else is known of something that only one side has. */
export const reconciliationHints = {
  waiting: 'Está em Pagamentos, em A conciliar.',
  dismissed: 'A equipe descartou: não é de reserva.',
  repeated: 'O arquivo traz esta linha duas vezes.',
  paid_twice: 'Igual a outra linha. Se a pessoa pagou duas vezes, falta lançar.',
  recorded_twice: 'Igual a outro lançamento desta reserva. Confira se é o mesmo dinheiro.',
  near_edge: 'Perto do começo ou do fim: pode estar em outro extrato.',
} as const;
export type ReconciliationHint = keyof typeof reconciliationHints;

const keysOf = <Key extends string>(table: Record<Key, string>) => Object.keys(table) as Key[];

/** Kinds of entries: those of the ledger, of gift cards, and what sellers were paid. */
export const movedKinds = {
  ...entryKinds,
  gift_card: 'Venda de vale-presente',
  sale_refund: 'Devolução de vale-presente',
  sale_chargeback: 'Contestação de vale-presente',
  commission_payment: 'Comissão paga',
} as const;
export type MovedKind = keyof typeof movedKinds;

/**
 * Entries that one line stands for. `amountCents`: what the account gets, of a card less its fee; negative for what
 * went out. `on`: the day on which it gets it.
 */
const reconciledEntry = z.object({
  id,
  kind: growing(keysOf(movedKinds)),
  method: growing(keysOf(paymentMethods) as PaymentMethod[]),
  on: calendarDate,
  amountCents: signedCents,
  feeCents: cents,
  payer: z.string(),
  reservation: z.object({ id, code: z.string() }).nullable(),
});
export type ReconciledEntry = z.infer<typeof reconciledEntry>;

/** `differenceCents`: how much of the difference between bank and ledger it explains. */
export const reconciliationLine = z.object({
  kind: growing(keysOf(reconciliationKinds)),
  match: growing(keysOf(reconciliationMatches)).nullable(),
  hint: growing(keysOf(reconciliationHints)).nullable(),
  differenceCents: signedCents,
  bank: z.object({ on: calendarDate, amountCents: signedCents, text: z.string() }).nullable(),
  entries: z.array(reconciledEntry),
});
export type ReconciliationLine = z.infer<typeof reconciliationLine>;

/**
 * A statement compared with the ledger. `openingCents`, `closingCents`: null where the file does not say them.
 * `missingCents`: what its lines lack between both, or have too much. The difference is bank less ledger, and the sum
 * of what the lines explain.
 */
export const reconciliation = z.object({
  from: calendarDate,
  to: calendarDate,
  unreadRows: z.int(),
  bank: z.object({
    openingCents: signedCents.nullable(),
    inCents: cents,
    outCents: cents,
    closingCents: signedCents.nullable(),
    missingCents: signedCents,
  }),
  ledger: z.object({ inCents: cents, outCents: cents }),
  differenceCents: signedCents,
  lines: z.array(reconciliationLine),
});
export type Reconciliation = z.infer<typeof reconciliation>;

export const reconciliationExportQuery = z.strictObject({ format: z.enum(reportFormats) });
