import { inTransaction } from '../../../platform/database/transaction.ts';
import { fallBackToStatic } from './charges.ts';
import { type SynchronizingParts, synchronizeCharge } from './synchronize-charge.ts';
import { type ChargeToTell, leaseCharges } from './synchronize-charges.queries.ts';

const BATCH = 40;
// Longer than a call to the provider with its retries takes.
const LEASE_S = 10;
// So long the page says that the code is being created; then the payer gets the operator's own.
const LATE_S = 30;

/** Creates and withdraws at the provider what is still to be; every process may, at the same time. */
export async function synchronizeCharges(
  parts: SynchronizingParts,
  signal?: AbortSignal,
  { leaseS = LEASE_S, lateS = LATE_S }: { leaseS?: number; lateS?: number } = {},
): Promise<void> {
  let leased = BATCH;
  while (leased === BATCH && !signal?.aborted) {
    const charges = await leaseCharges(parts.db, { limit: BATCH, leaseS, lateS });
    await Promise.all(charges.map((charge) => synchronizeOne(parts, charge)));
    leased = charges.length;
  }
}

async function synchronizeOne(parts: SynchronizingParts, { id, is_late }: ChargeToTell): Promise<void> {
  try {
    await synchronizeCharge(parts, id);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    parts.logger.warn({ chargeId: id, reason }, 'the payment provider was not told of a charge; tried again soon');
    if (!is_late) return;
    const fell = await inTransaction(parts.db, (trx) => fallBackToStatic(trx, id));
    if (fell) parts.logger.warn({ chargeId: id }, "a charge has become one to the operator's own key");
  }
}
