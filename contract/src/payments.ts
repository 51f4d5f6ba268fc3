import { cents, id, instant, text } from './fields.ts';
import { pageInfo } from './pages.ts';
import { z } from './zod.ts';

/** Kinds of payment, as people read them. */
export const paymentKinds = { deposit: 'Sinal', balance: 'Restante', refund: 'Devolução' } as const;
export type PaymentKind = keyof typeof paymentKinds;
export const paymentKind = z.enum(Object.keys(paymentKinds) as [PaymentKind, ...PaymentKind[]]);

/** Methods of payment, as people read them. */
export const paymentMethods = { pix: 'Pix', cash: 'Dinheiro', card: 'Cartão', transfer: 'Transferência' } as const;
export type PaymentMethod = keyof typeof paymentMethods;
export const paymentMethod = z.enum(
  Object.keys(paymentMethods) as [PaymentMethod, ...PaymentMethod[]],
  'Escolha como o valor foi pago.',
);

/** An immutable ledger entry. `amountCents` is positive, also for refunds. */
export const payment = z.object({
  id,
  kind: paymentKind,
  method: paymentMethod,
  amountCents: cents,
  note: z.string(),
  confirmedBy: z.string(),
  confirmedAt: instant,
});
export type Payment = z.infer<typeof payment>;

const MAX_AMOUNT_CENTS = 10_000_000;
const MAX_NOTE = 200;

/** Body of POST reservations/{id}/payments. `amountCents` is positive, also for refunds. */
export const paymentDraft = z.strictObject({
  kind: paymentKind,
  method: paymentMethod,
  amountCents: z
    .int('Informe o valor.')
    .min(1, 'Informe um valor maior que zero.')
    .max(MAX_AMOUNT_CENTS, 'Use um valor de até R$ 100.000,00.'),
  note: text('Observação', { max: MAX_NOTE }).default(''),
});
export type PaymentDraft = z.output<typeof paymentDraft>;

/** The ledger of a reservation, oldest first. */
export const paymentList = z.object({ data: z.array(payment), page: pageInfo });
export type PaymentList = z.infer<typeof paymentList>;
