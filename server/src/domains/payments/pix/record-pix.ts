import { moneyText } from '@passeio/contract/money';
import { bank } from '../../../platform/audit/audit.ts';
import type { ChangeNotifier } from '../../../platform/changes/change-notifier.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { Pix } from '../../../ports/payments/port.ts';
import type { NotifyDeps } from '../../messages/index.ts';
import { findTripOf } from '../../reservations/index.ts';
import {
  codeOfReversedPix,
  findCountedPix,
  isKnownPix,
  recordedByHand,
  recordedFromStatement,
} from '../ledger/ledger.queries.ts';
import { notifyPayerOfPayment } from '../ledger/notify-payer.ts';
import { receiveMoney } from '../ledger/receive-money.ts';
import { leaveToStaff, reversedText } from '../unmatched/leave-to-staff.ts';
import { type ChargeRow, findChargeByTxid } from './charges.queries.ts';

/** What became of a Pix. `known`: it was recorded before. `unmatched`: it waits for staff. */
export type PixOutcome = 'recorded' | 'known' | 'unmatched';

/**
 * Records a Pix once, however many calls at once ask for it: the ledger and the unmatched payments
 * take each end-to-end id once. The reservation is that of the charge with its txid; without one the Pix waits for
 * staff, and so does one that staff seems to have recorded by hand or from a statement, which would count twice, has reversed, or has
 * recorded with another amount.
 */
export async function recordPix(trx: DatabaseTransaction, parts: NotifyDeps, pix: Pix): Promise<PixOutcome> {
  return (await recordOnce(trx, parts, pix)).outcome;
}

/** {@link recordPix} in a transaction of its own, after which the change is announced. */
export async function recordPixNow(
  parts: NotifyDeps & { db: Database; changes: Pick<ChangeNotifier, 'announce'> },
  pix: Pix,
): Promise<PixOutcome> {
  const { outcome, tripId } = await inTransaction(parts.db, async (trx) => {
    const recorded = await recordOnce(trx, parts, pix);
    return { ...recorded, tripId: recorded.charge && (await findTripOf(trx, recorded.charge.reservation_id)) };
  });
  if (tripId) parts.changes.announce(`places:${tripId}`);
  else if (outcome === 'unmatched') parts.changes.announce('reservations');
  return outcome;
}

async function recordOnce(
  trx: DatabaseTransaction,
  parts: NotifyDeps,
  pix: Pix,
): Promise<{ outcome: PixOutcome; charge?: ChargeRow }> {
  if (await isKnownPix(trx, pix.endToEndId)) return { outcome: await compareKnown(trx, pix) };
  const reversedIn = await codeOfReversedPix(trx, pix.endToEndId);
  if (reversedIn) {
    return { outcome: await recordUnmatched(trx, pix, reversedText(reversedIn)) };
  }
  const charge = pix.txid ? await findChargeByTxid(trx, pix.txid) : undefined;
  if (!charge) return { outcome: await recordUnmatched(trx, pix) };
  const code =
    (await recordedByHand(trx, { ...pix, reservationId: charge.reservation_id })) ??
    (await recordedFromStatement(trx, pix));
  if (code) {
    const description = `A equipe já lançou um Pix deste valor na reserva ${code}. Confira se é este.`;
    return { outcome: await recordUnmatched(trx, pix, description) };
  }
  const outcome = await recordMatched(trx, parts, pix, charge);
  return outcome === 'recorded' ? { outcome, charge } : { outcome };
}

// A typed entry may have the wrong amount: staff compares and reverses it, and the Pix can be assigned then.
async function compareKnown(trx: DatabaseTransaction, pix: Pix): Promise<PixOutcome> {
  const counted = await findCountedPix(trx, pix.endToEndId);
  if (!counted || counted.amount_cents === pix.amountCents) return 'known';
  const description = `Este Pix está lançado na reserva ${counted.code} com ${moneyText(counted.amount_cents)}, mas o banco informa ${moneyText(pix.amountCents)}. Se o valor do banco estiver certo, estorne aquele lançamento e depois concilie este.`;
  return recordUnmatched(trx, pix, description);
}

async function recordMatched(
  trx: DatabaseTransaction,
  parts: NotifyDeps,
  { endToEndId, amountCents, payerName, occurredAt }: Pix,
  charge: ChargeRow,
): Promise<PixOutcome> {
  const { reservation_id: reservationId, purpose: kind, id: chargeId } = charge;
  const movement = { kind, method: 'pix' as const, amountCents, payerName, endToEndId, occurredAt, chargeId };
  try {
    const { entryId } = await receiveMoney(trx, bank, { reservationId, ...movement, via: 'provider' });
    await notifyPayerOfPayment(trx, parts, { entryId });
    return 'recorded';
  } catch (error) {
    // Another call was quicker; nothing was written by this one.
    if (error instanceof AppError && error.code === 'END_TO_END_ID_USED') return 'known';
    throw error;
  }
}

async function recordUnmatched(trx: DatabaseTransaction, pix: Pix, description = ''): Promise<PixOutcome> {
  return (await leaveToStaff(trx, bank, { ...pix, description })) ? 'unmatched' : 'known';
}
