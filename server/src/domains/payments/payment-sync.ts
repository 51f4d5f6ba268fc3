import type { PaymentProvider } from '../../ports/payments/port.ts';

const REGISTER_MS = 12 * 3_600_000;

/** Registers at the provider where it sends notices; undefined if it cannot reach us. To be called often. */
export function webhookRegistration(
  providerNow: () => PaymentProvider | undefined,
  webhookUrl: string | undefined,
): () => Promise<void> {
  let registerAt = 0;
  return async () => {
    const provider = providerNow();
    if (!provider || !webhookUrl || Date.now() < registerAt) return;
    // Again now and then: somebody may have changed it at the provider.
    await provider.notices.register(webhookUrl);
    registerAt = Date.now() + REGISTER_MS;
  };
}
