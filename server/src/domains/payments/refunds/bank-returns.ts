import type { Logger } from 'pino';
import { bank } from '../../../platform/audit/audit.ts';
import type { ChangeNotifier } from '../../../platform/changes/change-notifier.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { type PaymentProvider, type Pix, type PixRefund, ProviderUnavailable } from '../../../ports/payments/port.ts';
import type { NotifyDeps } from '../../messages/index.ts';
import { findTripOf, lockForMoney } from '../../reservations/index.ts';
import { countingEntries } from '../ledger/ledger.queries.ts';
import { noteReturned } from '../unmatched/unmatched.queries.ts';
import { giveMoneyBack } from './give-money-back.ts';
import {
  claimRecordedByHand,
  isOwnReference,
  isReturnRecorded,
  pixOfDueRefunds,
  sentCentsOf,
} from './refunds.queries.ts';

type Parts = NotifyDeps & {
  db: Database;
  changes: Pick<ChangeNotifier, 'announce'>;
  logger: Pick<Logger, 'warn'>;
};

/** A refund of a Pix of the ledger that was made in the bank's own application. */
interface BankReturn {
  /** The bank's id of the money that went back. */
  id: string;
  amountCents: number;
  entryId: string;
  reservationId: string;
}

const NOTE = 'Devolução feita no aplicativo do banco';

/**
 * Records what was returned of a Pix in the bank's own application, each refund once; of one that waits for
 * staff it is said there. Returns the centavos of it that
 * are on their way, that were not in the ledger yet, or that cannot be: so much must not be sent again.
 */
export async function recordBankReturns(parts: Parts, pix: Pix): Promise<number> {
  let cents = 0;
  const foreign = await foreignRefunds(parts.db, pix);
  const returned = foreign.filter(({ state }) => state === 'paid');
  const returnedCents = returned.reduce((sum, { amountCents }) => sum + amountCents, 0);
  if (returnedCents > 0) await noteReturned(parts.db, pix.endToEndId, returnedCents);
  for (const refund of foreign) {
    if (refund.state === 'sent' || (await recordOne(parts, pix, refund))) cents += refund.amountCents;
  }
  return cents;
}

/** {@link recordBankReturns} of the Pix whose refund is due. Throws ProviderUnavailable. */
export async function recordReturnsOfDue(parts: Parts & { payments: Pick<PaymentProvider, 'findPix'> }): Promise<void> {
  for (const endToEndId of await pixOfDueRefunds(parts.db)) {
    try {
      const pix = await parts.payments.findPix(endToEndId);
      if (pix) await recordBankReturns(parts, pix);
    } catch (error) {
      if (error instanceof ProviderUnavailable) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      parts.logger.warn({ endToEndId, reason }, 'a Pix was not compared with what the bank returned');
    }
  }
}

/** Whether anything was returned of a Pix in the bank's own application that is not in the ledger. */
export async function hasBankReturns(db: Database, pix: Pix): Promise<boolean> {
  for (const refund of await foreignRefunds(db, pix)) {
    if (refund.state === 'sent') return true;
    const isOpen = await inTransaction(db, async (trx) => {
      const made = await findReturn(trx, pix, refund);
      return made !== undefined && !(await isRecorded(trx, made));
    });
    if (isOpen) return true;
  }
  return false;
}

async function foreignRefunds(db: Database, { refunds = [] }: Pix): Promise<PixRefund[]> {
  const foreign: PixRefund[] = [];
  for (const refund of refunds) {
    if (refund.state !== 'refused' && !(await isOwnReference(db, refund.reference))) foreign.push(refund);
  }
  return foreign;
}

async function recordOne(parts: Parts, pix: Pix, refund: PixRefund): Promise<boolean> {
  try {
    const outcome = await inTransaction(parts.db, async (trx) => {
      const made = await findReturn(trx, pix, refund);
      return made && (await writeReturn(trx, parts, made));
    });
    if (typeof outcome === 'object') parts.changes.announce(`places:${outcome.tripId}`);
    return outcome !== undefined && outcome !== 'known';
  } catch (error) {
    // Staff has recorded it as something else, or in another reservation, and decides what else goes back.
    const isElsewhere =
      error instanceof AppError && (error.code === 'REFUND_ABOVE_RECEIVED' || error.code === 'END_TO_END_ID_USED');
    if (!isElsewhere) throw error;
    const { endToEndId } = pix;
    parts.logger.warn({ endToEndId, reason: error.code }, 'a refund made at the bank does not fit into the ledger');
    return true;
  }
}

// Locked, so that neither staff nor another process records it meanwhile.
async function findReturn(
  trx: DatabaseTransaction,
  { endToEndId }: Pix,
  { returnId, reference, amountCents }: PixRefund,
): Promise<BankReturn | undefined> {
  const counting = countingEntries(trx, [endToEndId]).select(['entry.id', 'entry.reservation_id as reservationId']);
  const found = await counting.executeTakeFirst();
  if (!found) return undefined;
  await lockForMoney(trx, found.reservationId, { mayReinstate: false });
  const entry = await counting.executeTakeFirst();
  if (entry?.reservationId !== found.reservationId) return undefined;
  const id = returnId || `${endToEndId}${reference}`.slice(0, 64);
  return { id, amountCents, entryId: entry.id, reservationId: entry.reservationId };
}

// What staff recorded by hand stands for one refund of the bank.
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
  const { id: endToEndId, amountCents, entryId: returnedEntry, reservationId } = made;
  if ((await sentCentsOf(trx, reservationId)) > 0) return 'waits';
  const returned = { method: 'pix' as const, amountCents, note: NOTE, endToEndId, via: 'provider' as const };
  await giveMoneyBack(trx, bank, parts, { reservationId, ...returned, returnedEntry });
  return { tripId: await findTripOf(trx, reservationId) };
}
