import type { PaymentMethod } from '@passeio/contract/payments/payments';
import type { Logger } from 'pino';
import { bankOf } from '../../../platform/audit/audit.ts';
import type { ChangeNotifier } from '../../../platform/changes/change-notifier.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { Payment, PaymentRefund } from '../../../ports/payments/port.ts';
import { sentCentsOf } from '../../book/index.ts';
import type { NotifyDeps } from '../../messages/index.ts';
import { findTripOf, lockForMoney } from '../../reservations/index.ts';
import { blockGiftCard } from '../ledger/block-gift-card.ts';
import { idOfReturn, PaymentCounted } from '../ledger/ledger.present.ts';
import { countingEntries } from '../ledger/ledger.queries.ts';
import { noteReturned } from '../unmatched/unmatched.queries.ts';
import { findChargeback, leaveUnfit, recordDispute, type TakenBack } from './chargebacks.ts';
import { giveMoneyBack } from './give-money-back.ts';
import { claimRecordedByHand, isOwnReference, isReturnRecorded } from './refunds.queries.ts';

type ReturnDeps = NotifyDeps & {
  db: Database;
  changes: Pick<ChangeNotifier, 'announce'>;
  logger: Pick<Logger, 'warn'>;
};

/** Money of a payment of the ledger that went back without our asking. */
interface BankReturn extends TakenBack {
  method: PaymentMethod;
}

const NOTE = 'Devolução feita no aplicativo do banco';

/**
 * Records what went back of a payment without our asking, each return once: in the provider's own application, or by a
 * dispute; of a payment that waits for staff it is said there. What does not fit into the ledger is left to staff.
 * Returns the centavos of it that are on their way, that were not in the ledger yet, or that cannot be: so much must
 * not be sent again.
 */
export async function recordBankReturns(deps: ReturnDeps, payment: Payment): Promise<number> {
  let cents = 0;
  const foreign = await foreignRefunds(deps.db, payment);
  const returned = foreign.filter(({ state, dispute }) => state === 'paid' || dispute);
  const returnedCents = returned.reduce((sum, { amountCents }) => sum + amountCents, 0);
  if (returnedCents > 0) {
    await noteReturned(deps.db, payment, returnedCents);
    await inTransaction(deps.db, (trx) => blockGiftCard(trx, payment, returned));
  }
  for (const refund of foreign) {
    const isRecordedNow = refund.state === 'paid' || refund.dispute ? await recordOne(deps, payment, refund) : false;
    if (isRecordedNow || refund.state === 'sent') cents += refund.amountCents;
  }
  return cents;
}

/** Whether anything went back of a payment without our asking that is not in the ledger, and staff has not seen to. */
export async function hasBankReturns(db: Database, payment: Payment): Promise<boolean> {
  for (const refund of await foreignRefunds(db, payment)) {
    if (refund.state === 'sent') return true;
    const isOpen = await inTransaction(db, async (trx) => {
      const made = await findReturn(trx, payment, refund);
      if (!made) return false;
      const task = await findChargeback(trx, made.payment);
      if (task?.is_settled) return task.entry_id === null && task.checked_at === null;
      return refund.dispute !== undefined || !(await isRecorded(trx, made));
    });
    if (isOpen) return true;
  }
  return false;
}

async function foreignRefunds(db: Database, { refunds = [] }: Payment): Promise<PaymentRefund[]> {
  const foreign: PaymentRefund[] = [];
  for (const refund of refunds) {
    if (refund.state !== 'refused' && !(await isOwnReference(db, refund.reference))) foreign.push(refund);
  }
  return foreign;
}

async function recordOne(deps: ReturnDeps, payment: Payment, refund: PaymentRefund): Promise<boolean> {
  const reservationOf = (trx: DatabaseTransaction) => findReturn(trx, payment, refund);
  try {
    const outcome = await inTransaction(deps.db, async (trx) => {
      const made = await reservationOf(trx);
      return made && (await writeReturn(trx, deps, made, refund.state === 'paid'));
    });
    if (typeof outcome === 'object') deps.changes.announce(`places:${outcome.tripId}`);
    return outcome !== undefined && outcome !== 'known';
  } catch (error) {
    // Staff has recorded it as something else, or in another reservation, and decides what else goes back.
    const isAboveReceived = error instanceof AppError && error.code === 'REFUND_ABOVE_RECEIVED';
    if (!isAboveReceived && !(error instanceof PaymentCounted)) throw error;
    const tripId = await inTransaction(deps.db, async (trx) => {
      const made = await reservationOf(trx);
      return made && (await leaveUnfit(trx, deps, made));
    });
    if (tripId) deps.changes.announce(`places:${tripId}`);
    deps.logger.warn({ reference: payment.reference, reason: error.code }, 'a return of the bank is left to staff');
    return true;
  }
}

// Locked, so that neither staff nor another process records it meanwhile.
async function findReturn(
  trx: DatabaseTransaction,
  paid: Payment,
  refund: PaymentRefund,
): Promise<BankReturn | undefined> {
  const { issuer, reference, method, amountCents: paidCents, refunds = [] } = paid;
  const { amountCents, dispute, askedAt } = refund;
  const counting = countingEntries(trx, issuer, [reference]).select([
    'entry.id',
    'entry.reservation_id as reservationId',
  ]);
  const found = await counting.executeTakeFirst();
  if (!found) return undefined;
  await lockForMoney(trx, found.reservationId, { mayReinstate: false });
  const entry = await counting.executeTakeFirst();
  if (entry?.reservationId !== found.reservationId) return undefined;
  const payment = idOfReturn(paid, refund);
  const backCents = refunds.reduce((sum, one) => sum + (one.state === 'refused' ? 0 : one.amountCents), 0);
  const of = { entryId: entry.id, reservationId: entry.reservationId, isWhole: backCents >= paidCents };
  return { payment, method, amountCents, ...of, ...(dispute && { dispute }), ...(askedAt && { askedAt }) };
}

// What staff recorded by hand stands for one refund of the provider.
async function isRecorded(trx: DatabaseTransaction, made: BankReturn): Promise<boolean> {
  return (await isReturnRecorded(trx, made)) || claimRecordedByHand(trx, made);
}

/**
 * `waits`: it may be what the provider was asked for, of which only the provider knows whether it went out. `unfit`: it
 * is left to staff.
 */
async function writeReturn(
  trx: DatabaseTransaction,
  deps: NotifyDeps,
  made: BankReturn,
  isPaid: boolean,
): Promise<'known' | 'waits' | 'unfit' | { tripId: string }> {
  const { payment, method, amountCents, entryId: returnedEntry, reservationId, dispute } = made;
  const task = await findChargeback(trx, payment);
  if (task?.is_settled) return task.kind === 'unfit' && !task.checked_at ? 'unfit' : 'known';
  if (dispute) {
    const isNew = await recordDispute(trx, deps, { ...made, dispute, isPaid });
    return isNew ? { tripId: await findTripOf(trx, reservationId) } : 'known';
  }
  if (await isRecorded(trx, made)) return 'known';
  if ((await sentCentsOf(trx, reservationId)) > 0) return 'waits';
  const returned = { method, amountCents, note: NOTE, payment, via: 'provider' as const };
  await giveMoneyBack(trx, bankOf(method), deps, { reservationId, ...returned, returnedEntry });
  return { tripId: await findTripOf(trx, reservationId) };
}
