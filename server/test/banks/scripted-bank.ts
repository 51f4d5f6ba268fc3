import type { ChargeToStart, PaymentProvider, Started } from '../../src/ports/payments/port.ts';

/** A payment provider that does what a test asks: answers, fails, or never answers. */
export interface ScriptedBank extends PaymentProvider {
  respond: (charge: ChargeToStart) => Promise<Started>;
  started: ChargeToStart[];
  withdrawn: string[];
}

export function scriptedBank(): ScriptedBank {
  return {
    ...{ name: 'pix_api', issuer: 'pix', kind: 'pix', isReported: true },
    newReference: (code) => `${code}${crypto.randomUUID().replaceAll('-', '').toUpperCase().slice(6)}`,
    started: [],
    withdrawn: [],
    respond: async ({ reference }) => ({ code: `codigo-${reference}` }),
    start(charge) {
      this.started.push(charge);
      return this.respond(charge);
    },
    async withdraw(reference) {
      this.withdrawn.push(reference);
    },
    changeExpiry: async () => undefined,
    find: async () => undefined,
    refund: async () => ({ state: 'sent' }),
    refundState: async () => undefined,
    notices: { read: () => [], register: async () => undefined, async *list() {} },
    close: async () => undefined,
  };
}
