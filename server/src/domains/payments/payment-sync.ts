import type { Jobs } from '../../platform/jobs/jobs.ts';
import { repeat } from '../../platform/process/repeat.ts';
import { type ConfirmingParts, confirmNoticedPix } from './pix/confirm-pix.ts';
import { pollPix } from './pix/poll-pix.ts';
import { synchronizeCharges } from './pix/synchronize-charge.ts';
import { updateSentRefunds } from './refunds/send-refund.ts';

const SYNCHRONIZE_MS = 15_000;
const POLL_MS = 60_000;
const REGISTER_MS = 12 * 3_600_000;
const REGISTER_AGAIN_MS = 60_000;

/** What follows the payment provider. `webhookUrl`: where it sends notices; undefined if it cannot reach us. */
export interface ProviderParts extends ConfirmingParts {
  jobs: Jobs;
  webhookUrl: string | undefined;
}

/**
 * Synchronizes with the payment provider in this process; every process may. Creates and withdraws charges, confirms
 * notices, finds Pix without one, finishes sent refunds, and registers the address of notices. Returns how to stop.
 */
export async function startPaymentSync(parts: ProviderParts): Promise<() => Promise<void>> {
  const warn = (what: string) => (error: unknown) =>
    parts.logger.warn({ reason: error instanceof Error ? error.message : String(error) }, what);
  await confirmNoticedPix(parts.jobs, parts);
  let registerAt = 0;
  const register = async () => {
    if (!parts.webhookUrl || Date.now() < registerAt) return;
    // Again now and then: somebody may have changed it at the provider.
    await parts.payments.registerWebhook(parts.webhookUrl);
    registerAt = Date.now() + REGISTER_MS;
  };
  const stops = [
    repeat(register, REGISTER_AGAIN_MS, warn('the payment provider does not know yet where to send notices')),
    repeat((signal) => synchronizeCharges(parts, signal), SYNCHRONIZE_MS, warn('charges were not synchronized')),
    repeat(
      () => updateSentRefunds(parts),
      SYNCHRONIZE_MS,
      warn('refunds that were sent wait for the payment provider'),
    ),
    repeat(() => pollPix(parts), POLL_MS, warn('the payment provider was not asked for Pix; tried again soon')),
  ];
  return async () => void (await Promise.all(stops.map((stop) => stop())));
}
