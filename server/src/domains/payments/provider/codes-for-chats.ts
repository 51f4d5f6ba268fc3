import { system } from '../../../platform/audit/audit.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { handRecorded } from '../../../ports/payments/port.ts';
import { findReservation } from '../../reservations/index.ts';
import { chargeUntil } from './charges.ts';
import { type SynchronizingDeps, startedCharge } from './synchronize-charge.ts';

/** A code by which a reservation is paid, as it is sent in a chat. */
interface CodeForChat {
  reference: string;
  amountCents: number;
  code: string;
  expiresAt: Date | null;
}

/**
 * The code with which the deposit or the balance of a reservation is paid, asked for as its payer would. Undefined
 * where nothing is due by Pix, or the bank has no code yet.
 */
export async function codeForChat(
  deps: SynchronizingDeps,
  reservationId: string,
  purpose: 'deposit' | 'balance',
): Promise<CodeForChat | undefined> {
  const { db, providers } = deps;
  const asked = await inTransaction(db, async (trx) => {
    const trip = await findReservation(trx, reservationId);
    if (!trip || trip.payment_means === 'card') return undefined;
    return chargeUntil(trx, system, providers, trip, { purpose, until: trip.departs_at, mayBeDue: true });
  }).catch((error) => {
    // Paid or ended meanwhile, or there is no way to pay: the page says so.
    if (error instanceof AppError) return undefined;
    throw error;
  });
  const charge = asked && (await startedCharge(deps, asked));
  if (!charge?.payload || charge.kind !== handRecorded.method) return undefined;
  const { reference, amount_cents: amountCents, payload: code, expires_at: expiresAt } = charge;
  return { reference, amountCents, code, expiresAt };
}
