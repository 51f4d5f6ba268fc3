import type { Payment, PaymentProvider } from '../../src/ports/payments/port.ts';

/** What signs the notices of {@link fakeCards}. */
export const FAKE_CARDS_SECRET = 'a-secret-of-the-cards-0123456789abcdef';

/** A provider of card payments, whose payer is sent to a page of it; `pay` is what the payer does there. */
export function fakeCards() {
  const payments = new Map<string, Payment>();
  const refunds: { of: string; reference: string; amountCents: number }[] = [];
  const withRefunds = (payment: Payment): Payment => ({
    ...payment,
    refunds: refunds
      .filter(({ of }) => of === payment.reference)
      .map(({ reference, amountCents }) => ({ reference, returnId: '', amountCents, state: 'paid' })),
  });
  const provider: PaymentProvider = {
    ...{ name: 'cards', issuer: 'cards', kind: 'card', isReported: true },
    newReference: (code) => `${code}${crypto.randomUUID().replaceAll('-', '')}`.slice(0, 32),
    start: async ({ reference }) => ({ address: `https://cards.example/pay/${reference}` }),
    changeExpiry: async () => undefined,
    withdraw: async () => undefined,
    async find(reference) {
      const payment = payments.get(reference);
      return payment && withRefunds(payment);
    },
    async refund(refund) {
      refunds.push(refund);
      return { state: 'paid' };
    },
    refundState: async ({ reference }) => refunds.find((one) => one.reference === reference) && 'paid',
    notices: {
      read: () => [],
      readSigned: ({ headers, body }) =>
        headers['x-signature'] === FAKE_CARDS_SECRET
          ? (body as { payments: string[] }).payments.map((reference) => ({ reference, chargeReference: '' }))
          : undefined,
      register: async () => undefined,
      async *list() {
        yield* [...payments.values()].map(withRefunds);
      },
    },
    close: async () => undefined,
  };
  return {
    ...provider,
    refunds,
    pay(address: string, amountCents: number): string {
      const reference = String(1_300_000_000 + payments.size);
      const chargeReference = address.split('/').at(-1) ?? '';
      const paid = { method: 'card' as const, amountCents, payerName: 'Maria da Silva', occurredAt: new Date() };
      payments.set(reference, { issuer: 'cards', reference, chargeReference, ...paid });
      return reference;
    },
  };
}
