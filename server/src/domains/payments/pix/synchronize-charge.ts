import { setTimeout as wait } from 'node:timers/promises';
import { chargePurposes } from '@passeio/contract/payments/payments';
import type { Logger } from 'pino';
import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { type PaymentProvider, ProviderRefused } from '../../../ports/payments/port.ts';
import { type ChargeRow, endCharge, findCharge, saveCode, saveWithdrawn } from './charges.queries.ts';
import { fallBackToStatic } from './charges.ts';

export interface SynchronizingParts {
  db: Database;
  payments: PaymentProvider;
  logger: Pick<Logger, 'warn'>;
}

/**
 * Brings the provider to where a charge is: creates one that is open, has it end when it is to, withdraws one that has
 * ended. May be repeated and run by several at once. One that the provider will never create is replaced by a static
 * one; one that it has, but will not let end earlier, is withdrawn: its payer asks for another. Throws
 * ProviderUnavailable.
 */
export async function synchronizeCharge({ db, payments, logger }: SynchronizingParts, chargeId: string): Promise<void> {
  const charge = await findCharge(db, chargeId);
  if (!charge) return;
  if (charge.state === 'open' && charge.provider_state === 'wanted') {
    try {
      const { payload: code } = charge;
      await saveCode(db, charge, code ? await endInTime(payments, charge, code) : await createAt(payments, charge));
    } catch (error) {
      if (!(error instanceof ProviderRefused)) throw error;
      logger.warn({ chargeId, reason: error.message }, 'the payment provider refuses a charge');
      await inTransaction(db, async (trx) => {
        if (charge.payload) await endCharge(trx, chargeId, 'replaced');
        else await fallBackToStatic(trx, chargeId);
      });
    }
  } else if (isToBeWithdrawn(charge)) {
    await payments.withdrawCharge(charge.txid);
    await saveWithdrawn(db, chargeId);
  }
}

/**
 * {@link synchronizeCharge} for a caller who waits: at most `timeoutMs`; an unavailable provider is asked again later.
 */
export async function synchronizeSoon(parts: SynchronizingParts, chargeId: string, timeoutMs: number): Promise<void> {
  const asked = synchronizeCharge(parts, chargeId).catch((error: Error) =>
    parts.logger.warn({ chargeId, reason: error.message }, 'the payment provider has not created a charge yet'),
  );
  const stop = new AbortController();
  await Promise.race([asked, wait(timeoutMs, undefined, { signal: stop.signal }).catch(() => undefined)]);
  stop.abort();
}

async function createAt(payments: PaymentProvider, charge: ChargeRow): Promise<string> {
  const { payload } = await payments.createCharge({
    txid: charge.txid,
    amountCents: charge.amount_cents,
    expiresAt: charge.expires_at,
    // The txid begins with the reservation's code.
    description: `${chargePurposes[charge.purpose]} da reserva ${charge.txid.slice(0, 6)}`,
  });
  return payload;
}

async function endInTime(payments: PaymentProvider, { txid, expires_at }: ChargeRow, payload: string): Promise<string> {
  if (expires_at) await payments.changeExpiry(txid, expires_at);
  return payload;
}

function isToBeWithdrawn({ state, provider_state }: ChargeRow): boolean {
  const hasEnded = state !== 'open' && state !== 'paid';
  return hasEnded && (provider_state === 'wanted' || provider_state === 'active');
}
