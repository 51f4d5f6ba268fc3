import type { PaymentMethod } from '@passeio/contract/payments/payments';
import type { Logger } from 'pino';
import { bankOf } from '../../../platform/audit/audit.ts';
import type { ChangeNotifier } from '../../../platform/changes/change-notifier.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/http/errors.ts';
import {
  type Payment,
  type PaymentId,
  type PaymentProvider,
  type PaymentRefund,
  ProviderUnavailable,
} from '../../../ports/payments/port.ts';
import type { NotifyDeps } from '../../messages/index.ts';
import { findTripOf, lockForMoney } from '../../reservations/index.ts';
import { PaymentCounted } from '../ledger/ledger.present.ts';
import { countingEntries } from '../ledger/ledger.queries.ts';
import { noteReturned } from '../unmatched/unmatched.queries.ts';
import { giveMoneyBack } from './give-money-back.ts';
import {
  claimRecordedByHand,
  isOwnReference,
  isReturnRecorded,
  paymentsOfDueRefunds,
  sentCentsOf,
} from './refunds.queries.ts';

type Parts = NotifyDeps & {
  db: Database;
  changes: Pick<ChangeNotifier, 'announce'>;
  logger: Pick<Logger, 'warn'>;
};

/** A refund of a payment of the ledger that was made in the provider's own application. */
interface BankReturn {
  /** The provider's id of the money that went back. */
  payment: PaymentId;
  method: PaymentMethod;
  amountCents: number;
  entryId: string;
  reservationId: string;
}

const NOTE = 'Devolução feita no aplicativo do banco';

/**
 * Records what was returned of a payment in the provider's own application, each refund once; of one that waits for
 * staff it is said there. Returns the centavos of it that are on their way, that were not in the ledger yet, or that
 * cannot be: so much must not be sent again.
 */
export async function recordBankReturns(parts: Parts, payment: Payment): Promise<number> {
  let cents = 0;
  const foreign = await foreignRefunds(parts.db, payment);
  const returned = foreign.filter(({ state }) => state === 'paid');
  const returnedCents = returned.reduce((sum, { amountCents }) => sum + amountCents, 0);
  if (returnedCents > 0) await noteReturned(parts.db, payment, returnedCents);
  for (const refund of foreign) {
    if (refund.state === 'sent' || (await recordOne(parts, payment, refund))) cents += refund.amountCents;
  }
  return cents;
}

/** {@link recordBankReturns} of the payments whose refund is due. Throws ProviderUnavailable. */
export async function recordReturnsOfDue(
  parts: Parts & { payments: Pick<PaymentProvider, 'issuer' | 'find'> },
): Promise<void> {
  for (const reference of await paymentsOfDueRefunds(parts.db, parts.payments.issuer)) {
    try {
      const payment = await parts.payments.find(reference);
      if (payment) await recordBankReturns(parts, payment);
    } catch (error) {
      if (error instanceof ProviderUnavailable) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      parts.logger.warn({ reference, reason }, 'a payment was not compared with what the provider returned');
    }
  }
}

/** Whether anything was returned of a payment in the provider's own application that is not in the ledger. */
export async function hasBankReturns(db: Database, payment: Payment): Promise<boolean> {
  for (const refund of await foreignRefunds(db, payment)) {
    if (refund.state === 'sent') return true;
    const isOpen = await inTransaction(db, async (trx) => {
      const made = await findReturn(trx, payment, refund);
      return made !== undefined && !(await isRecorded(trx, made));
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

async function recordOne(parts: Parts, payment: Payment, refund: PaymentRefund): Promise<boolean> {
  try {
    const outcome = await inTransaction(parts.db, async (trx) => {
      const made = await findReturn(trx, payment, refund);
      return made && (await writeReturn(trx, parts, made));
    });
    if (typeof outcome === 'object') parts.changes.announce(`places:${outcome.tripId}`);
    return outcome !== undefined && outcome !== 'known';
  } catch (error) {
    // Staff has recorded it as something else, or in another reservation, and decides what else goes back.
    const isAboveReceived = error instanceof AppError && error.code === 'REFUND_ABOVE_RECEIVED';
    if (!isAboveReceived && !(error instanceof PaymentCounted)) throw error;
    const { reference } = payment;
    parts.logger.warn({ reference, reason: error.code }, 'a refund made at the bank does not fit into the ledger');
    return true;
  }
}

// Locked, so that neither staff nor another process records it meanwhile.
async function findReturn(
  trx: DatabaseTransaction,
  { issuer, reference, method }: Payment,
  { returnId, reference: refund, amountCents }: PaymentRefund,
): Promise<BankReturn | undefined> {
  const counting = countingEntries(trx, issuer, [reference]).select([
    'entry.id',
    'entry.reservation_id as reservationId',
  ]);
  const found = await counting.executeTakeFirst();
  if (!found) return undefined;
  await lockForMoney(trx, found.reservationId, { mayReinstate: false });
  const entry = await counting.executeTakeFirst();
  if (entry?.reservationId !== found.reservationId) return undefined;
  const payment = { issuer, reference: returnId || `${reference}${refund}`.slice(0, 64) };
  return { payment, method, amountCents, entryId: entry.id, reservationId: entry.reservationId };
}

// What staff recorded by hand stands for one refund of the provider.
async function isRecorded(trx: DatabaseTransaction, made: BankReturn): Promise<boolean> {
  return (await isReturnRecorded(trx, made)) || claimRecordedByHand(trx, made);
}

/** `waits`: it may be what the provider was asked for, of which only the provider knows whether it went out. */
async function writeReturn(
  trx: DatabaseTransaction,
  parts: NotifyDeps,
  made: BankReturn,
): Promise<'known' | 'waits' | { tripId: string }> {
  if (await isRecorded(trx, made)) return 'known';
  const { payment, method, amountCents, entryId: returnedEntry, reservationId } = made;
  if ((await sentCentsOf(trx, reservationId)) > 0) return 'waits';
  const returned = { method, amountCents, note: NOTE, payment, via: 'provider' as const };
  await giveMoneyBack(trx, bankOf(method), parts, { reservationId, ...returned, returnedEntry });
  return { tripId: await findTripOf(trx, reservationId) };
}
