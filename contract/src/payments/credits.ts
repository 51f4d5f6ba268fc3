import { amountCents, cents, id, instant, signedCents } from '../fields.ts';
import { z } from '../zod.ts';

/** Kinds of credit entries, as people read them. */
export const creditKinds = { granted: 'Crédito recebido', used: 'Crédito usado', reversed: 'Correção' } as const;
export type CreditKind = keyof typeof creditKinds;

/** How many entries are shown. */
export const CREDIT_ENTRIES_SHOWN = 50;

/**
 * A client's credit, which does not expire, and its latest entries, which a link does not show; amounts that were used
 * are negative.
 */
export const credit = z.object({
  balanceCents: cents,
  data: z.array(
    z.object({
      id,
      kind: z.enum(Object.keys(creditKinds) as [CreditKind, ...CreditKind[]]),
      amountCents: signedCents,
      at: instant,
      reservationCode: z.string(),
    }),
  ),
});
export type Credit = z.infer<typeof credit>;

/** Body of POST reservations/{id}/credit: how much of the credit pays for it. */
export const creditUse = z.strictObject({ amountCents });
export type CreditUse = z.output<typeof creditUse>;

/** Body of POST reservations/{id}/refund/credit: the refund that the client saw. */
export const refundAsCredit = z.strictObject({ amountCents });
export type RefundAsCredit = z.output<typeof refundAsCredit>;
