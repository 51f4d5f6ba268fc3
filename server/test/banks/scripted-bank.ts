import type { ChargeToCreate, PaymentProvider } from '../../src/ports/payments/port.ts';

/** A payment provider that does what a test asks: answers, fails, or never answers. */
export interface ScriptedBank extends PaymentProvider {
  respond: (charge: ChargeToCreate) => Promise<{ payload: string }>;
  created: ChargeToCreate[];
  withdrawn: string[];
}

export function scriptedBank(): ScriptedBank {
  return {
    created: [],
    withdrawn: [],
    respond: async ({ txid }) => ({ payload: `codigo-${txid}` }),
    createCharge(charge) {
      this.created.push(charge);
      return this.respond(charge);
    },
    async withdrawCharge(txid) {
      this.withdrawn.push(txid);
    },
    changeExpiry: async () => undefined,
    findPix: async () => undefined,
    async *listPix() {},
    refund: async () => ({ state: 'sent' }),
    refundState: async () => undefined,
    registerWebhook: async () => undefined,
    close: async () => undefined,
  };
}
