import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { fallBackToStatic } from './charges.ts';
import { type SynchronizingParts, synchronizeCharge } from './synchronize-charge.ts';

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

async function synchronizeOne(parts: SynchronizingParts, { id, is_late }: LeasedCharge): Promise<void> {
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

/** A charge that has to be created or withdrawn at the provider. */
interface LeasedCharge {
  id: string;
  /** The payer waits for its code, and has done so for long. */
  is_late: boolean;
}

/**
 * Charges to be created or withdrawn at the provider, the longest untouched first. Nobody else gets them for the next
 * `leaseS` seconds; one that was opened just now is left to the request that opened it.
 */
async function leaseCharges(
  db: Database,
  { limit, leaseS, lateS }: { limit: number; leaseS: number; lateS: number },
): Promise<LeasedCharge[]> {
  const { rows } = await sql<LeasedCharge>`
    update charges set updated_at = now()
    where id in (
      select id from charges
      where ((state = 'open' and provider_state = 'wanted')
          or (state in ('replaced', 'cancelled', 'expired') and provider_state in ('wanted', 'active')))
        and updated_at <= now() - ${leaseS} * interval '1 second'
      order by updated_at
      limit ${limit}
      for no key update skip locked
    )
    returning id, state = 'open' and created_at <= now() - ${lateS} * interval '1 second' as is_late`.execute(db);
  return rows;
}
