import { moneyText } from '@passeio/contract/money';
import { paymentNoun } from '@passeio/contract/payments/payments';
import { bankOf } from '../../../platform/audit/audit.ts';
import type { ChangeNotifier } from '../../../platform/changes/change-notifier.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { afterCommit, inTransaction } from '../../../platform/database/transaction.ts';
import { confirmationSeconds } from '../../../platform/metrics/metrics.ts';
import type { Payment } from '../../../ports/payments/port.ts';
import type { NotifyDeps } from '../../messages/index.ts';
import { findTripOf } from '../../reservations/index.ts';
import { codeOfReversed, findCounted, isKnown } from '../ledger/ledger.queries.ts';
import { leaveToStaff, reversedText } from '../unmatched/leave-to-staff.ts';
import { endReview } from './card-reviews.ts';
import { chargedFor } from './charged-for.ts';
import { type ChargeRow, findChargeByReference } from './charges.queries.ts';

/** What became of a payment. `known`: it was recorded before. `unmatched`: it waits for staff. */
export type Outcome = 'recorded' | 'known' | 'unmatched';

/**
 * Records a payment once, however many calls at once ask for it: the book and the unmatched payments take each
 * reference of an issuer once. The reservation is that of its charge; without one the payment waits for staff, and so
 * does one that staff seems to have recorded by hand or from a statement, which would count twice, has reversed, or has
 * recorded with another amount.
 */
export async function recordReported(trx: DatabaseTransaction, deps: NotifyDeps, payment: Payment): Promise<Outcome> {
  return (await recordOnce(trx, deps, payment)).outcome;
}

/** {@link recordReported} in a transaction of its own, after which the change is announced. */
export async function recordReportedNow(
  deps: NotifyDeps & { db: Database; changes: Pick<ChangeNotifier, 'announce'> },
  payment: Payment,
): Promise<Outcome> {
  const { outcome, tripId } = await inTransaction(deps.db, async (trx) => {
    const recorded = await recordOnce(trx, deps, payment);
    return { ...recorded, tripId: recorded.reservationId && (await findTripOf(trx, recorded.reservationId)) };
  });
  if (tripId) deps.changes.announce(`places:${tripId}`);
  else if (outcome === 'unmatched') deps.changes.announce('reservations');
  return outcome;
}

async function recordOnce(
  trx: DatabaseTransaction,
  deps: NotifyDeps,
  payment: Payment,
): Promise<{ outcome: Outcome; reservationId?: string }> {
  if (await isKnown(trx, payment)) return { outcome: await compareKnown(trx, payment) };
  const recorded = await recordNew(trx, deps, payment);
  if (payment.method === 'card') await endReview(trx, payment);
  return recorded;
}

async function recordNew(
  trx: DatabaseTransaction,
  deps: NotifyDeps,
  payment: Payment,
): Promise<{ outcome: Outcome; reservationId?: string }> {
  const reversedIn = await codeOfReversed(trx, payment);
  if (reversedIn) return { outcome: await recordUnmatched(trx, payment, reversedText(reversedIn, payment.method)) };
  const charge = payment.chargeReference ? await findChargeByReference(trx, payment.chargeReference) : undefined;
  if (!charge) return { outcome: await recordUnmatched(trx, payment) };
  const { receive, forId } = chargedFor(charge);
  const received = await receive(trx, deps, payment, charge, forId);
  switch (received.outcome) {
    case 'doubtful':
      return { outcome: await recordQuestion(trx, payment, received.description) };
    case 'unfit':
      return { outcome: await recordUnmatched(trx, payment, received.description) };
    case 'recorded':
      measureConfirmation(trx, charge);
      return received;
    default:
      return received;
  }
}

// A typed entry may have the wrong amount: staff compares and reverses it, and the payment can be assigned then.
async function compareKnown(trx: DatabaseTransaction, payment: Payment): Promise<Outcome> {
  const counted = await findCounted(trx, payment);
  if (!counted?.code || counted.amount_cents === payment.amountCents) return 'known';
  const description = `Este ${paymentNoun(payment.method)} está lançado na reserva ${counted.code} com ${moneyText(counted.amount_cents)}, mas o banco informa ${moneyText(payment.amountCents)}. Se o valor do banco estiver certo, estorne aquele lançamento e depois concilie este.`;
  return recordQuestion(trx, payment, description);
}

function measureConfirmation(trx: DatabaseTransaction, { kind, created_at }: ChargeRow): void {
  if (kind === 'card') return;
  afterCommit(trx, () => confirmationSeconds.observe(Math.max(0, Date.now() - created_at.getTime()) / 1_000));
}

async function recordUnmatched(
  trx: DatabaseTransaction,
  payment: Payment,
  description = '',
  isQuestion = false,
): Promise<Outcome> {
  const waits = await leaveToStaff(trx, bankOf(payment.method), { ...payment, description, isQuestion });
  return waits ? 'unmatched' : 'known';
}

/** Asks staff about a payment whose money may count already. */
function recordQuestion(trx: DatabaseTransaction, payment: Payment, description: string): Promise<Outcome> {
  return recordUnmatched(trx, payment, description, true);
}
