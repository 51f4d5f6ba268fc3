import { system } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { handRecorded, type Providers } from '../../../ports/payments/port.ts';
import { findReservation, lockReservation } from '../../reservations/index.ts';
import { type ChargeRow, findOpenCharge } from './charges.queries.ts';
import { chargeUntil } from './charges.ts';
import { dueOfInstalment } from './due-dates.ts';
import { type SynchronizingDeps, startedCharge } from './synchronize-charge.ts';

/**
 * Asks for the next instalment of a reservation by a charge with its due date, and waits for its code as a payer would.
 * Without one there is none: a code of a day is made when its payer asks for it.
 */
export async function chargeNextInstalment(deps: SynchronizingDeps, reservationId: string): Promise<void> {
  const charge = await inTransaction(deps.db, (trx) => openDueCharge(trx, deps.providers, reservationId));
  if (charge) await startedCharge(deps, charge);
}

// What its payer asked for, and can still pay, stays: they may be about to.
async function openDueCharge(
  trx: DatabaseTransaction,
  providers: Providers,
  reservationId: string,
): Promise<ChargeRow | undefined> {
  const now = new Date();
  const starter = providers.starting(handRecorded.method);
  const trip = await findReservation(trx, reservationId);
  const reservation = await lockReservation(trx, reservationId);
  if (!starter || !trip || !reservation || trip.payment_means === 'card') return undefined;
  const due = await dueOfInstalment(trx, starter, reservation, { departsAt: trip.departs_at, now });
  if (!due) return undefined;
  const open = await findOpenCharge(trx, reservationId);
  if (open && (open.expires_at === null || open.expires_at > now)) return open;
  const asked = { purpose: 'balance', amountCents: due.amountCents, until: trip.departs_at, mayBeDue: true } as const;
  return chargeUntil(trx, system, providers, trip, asked);
}
