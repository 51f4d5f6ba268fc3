import { formatDay } from '@passeio/contract/format-moments';
import { moneyText } from '@passeio/contract/money';
import {
  bankMethods,
  type ReceiptFilters,
  type ReceiptList,
  type ReceiptRejection,
  type ReceiptToReview,
} from '@passeio/contract/payments/payments';
import { sql } from 'kysely';
import { type Actor, callerOfActor } from '../../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { handRecorded } from '../../../ports/payments/port.ts';
import type { NotifyDeps } from '../../messages/index.ts';
import {
  chatFactsOf,
  type LockedForMoney,
  lockForMoney,
  prolongHold,
  recordReservationAudit,
} from '../../reservations/index.ts';
import { readReservationRules } from '../../settings/index.ts';
import { reviewReceipt, writeReview } from '../ledger/accept-receipt.ts';
import { dayAtOperator, isKnown } from '../ledger/ledger.queries.ts';
import { notifyPayerOfPayment } from '../ledger/notify-payer.ts';
import { type ReceivedMoney, receiveMoney } from '../ledger/receive-money.ts';
import { findCharge } from '../provider/charges.queries.ts';
import { notifyPayerOfReceipt } from './notify-payer-of-receipt.ts';
import { presentReceiptToReview } from './receipts.present.ts';
import {
  entriesOfReservations,
  findReceipt,
  lockReceipt,
  pageOfReceipts,
  type ReceiptRow,
  type ReviewRow,
  receiptForReview,
  sameFiles,
} from './receipts.queries.ts';

// A receipt is sent some days late, seldom more.
const BY_HAND_WITHIN_MS = 5 * 24 * 3_600_000;

/** A page of receipts with what staff compares them with. */
export async function listReceipts(db: Database, filters: ReceiptFilters): Promise<ReceiptList> {
  const { rows, ...count } = await pageOfReceipts(db, filters);
  return { data: await presentAll(db, rows), page: { number: filters.page, size: filters.size, ...count } };
}

/**
 * Accepts a receipt: records what came in, with all that follows from it, and notifies the payer. Where its money may
 * be in the ledger already, staff says whether the receipt shows another payment; else nothing more is recorded.
 */
export async function approveReceipt(
  trx: DatabaseTransaction,
  deps: NotifyDeps,
  actor: Actor,
  receiptId: string,
  { amountCents, payment, isOther }: Pick<ReceivedMoney, 'amountCents' | 'payment'> & { isOther?: boolean | undefined },
): Promise<ReceiptToReview> {
  const { receipt, locked } = await lockSubmitted(trx, receiptId, { mayReinstate: true });
  const { id: reservationId } = locked.reservation;
  const by = callerOfActor(actor).id;
  const recorded = isOther ? undefined : await recordedBefore(trx, receipt, payment);
  if (recorded) {
    if (isOther === undefined) throw new AppError('DELIBERATE_CHOICE_NEEDED', { isOther: recorded.doubt });
    await reviewReceipt(trx, receiptId, { state: 'accepted', by, entryId: recorded.id });
    await recordReservationAudit(trx, actor, locked, { action: 'reservation.receipt_accepted' });
    return readReceipt(trx, receiptId);
  }
  // First, so that money with this charge does not find a receipt that waits.
  await writeReview(trx, receiptId, { state: 'accepted', by });
  const { entryId } = await receiveMoney(trx, actor, {
    ...(await chargeOf(trx, receipt)),
    reservationId,
    method: handRecorded.method,
    amountCents,
    ...(payment && { payment }),
    isReceiptAccepted: true,
    via: 'person',
  });
  await writeReview(trx, receiptId, { state: 'accepted', by, entryId });
  await recordReservationAudit(trx, actor, locked, {
    action: 'reservation.receipt_accepted',
    changes: { amountCents: [null, amountCents] },
  });
  await notifyPayerOfPayment(trx, deps, { entryId });
  return readReceipt(trx, receiptId);
}

/**
 * Rejects a receipt; a hold whose clock it stopped gets at least two hours more, and its payer is notified why.
 * Throws RECEIPT_NOT_FOUND or RECEIPT_REVIEWED.
 */
export async function rejectReceipt(
  trx: DatabaseTransaction,
  deps: NotifyDeps,
  actor: Actor,
  receiptId: string,
  { reason }: ReceiptRejection,
): Promise<ReceiptToReview> {
  const { locked } = await lockSubmitted(trx, receiptId, { mayReinstate: false });
  await reviewReceipt(trx, receiptId, { state: 'rejected', reason, by: callerOfActor(actor).id });
  const { now } = await readReservationRules(trx);
  const holdExpiresAt = await prolongHold(trx, locked.reservation, locked.trip, { now, isNotified: true });
  await recordReservationAudit(trx, actor, locked, {
    action: 'reservation.receipt_rejected',
    changes: { reason: [null, reason], ...(holdExpiresAt ? { holdExpiresAt } : {}) },
  });
  await notifyPayerOfReceipt(trx, deps, receiptId);
  return readReceipt(trx, receiptId);
}

/** Locks a receipt that waits, after its reservation (and trip): the order of every path. */
async function lockSubmitted(
  trx: DatabaseTransaction,
  receiptId: string,
  options: { mayReinstate: boolean },
): Promise<{ receipt: ReceiptRow; locked: LockedForMoney }> {
  const found = await findReceipt(trx, receiptId);
  if (!found) throw new AppError('RECEIPT_NOT_FOUND');
  const locked = await lockForMoney(trx, found.reservation_id, options);
  const receipt = await lockReceipt(trx, receiptId);
  if (receipt.state !== 'submitted') throw new AppError('RECEIPT_REVIEWED');
  return { receipt, locked };
}

/**
 * Money that a receipt may show and that counts already: what the bank reported of its charge, or what staff recorded,
 * as from a statement, around the days of the receipt. None where staff names another payment, of which it asks.
 */
async function recordedBefore(
  trx: DatabaseTransaction,
  { reservation_id, charge_id, created_at }: ReceiptRow,
  payment: ReceivedMoney['payment'],
): Promise<{ id: string; doubt: string } | undefined> {
  // It counts, or is another one.
  if (payment && (await isKnown(trx, payment))) return undefined;
  const found = await trx
    .selectFrom('entries as entry')
    .leftJoin('transfers as reversal', 'reversal.reverses', 'entry.id')
    .select(['entry.id', 'entry.amount_cents', 'entry.occurred_at', 'entry.recorded_via'])
    .where('entry.reservation_id', '=', reservation_id)
    .where('entry.direction', '=', 'in')
    .where('entry.kind', '<>', 'reversal_in')
    .where('reversal.id', 'is', null)
    .where(({ or, and, eb }) =>
      or([
        and([eb('entry.recorded_via', '=', 'provider'), eb('entry.charge_id', '=', charge_id)]),
        and([
          eb('entry.recorded_via', '=', 'person'),
          eb('entry.method', 'in', bankMethods),
          eb('entry.occurred_at', '>=', new Date(created_at.getTime() - BY_HAND_WITHIN_MS)),
          sql<boolean>`not exists (select from receipts where transfer_id = entry.id)`,
        ]),
      ]),
    )
    .orderBy('entry.recorded_via', 'desc')
    .orderBy('entry.occurred_at', 'desc')
    .executeTakeFirst();
  if (!found) return undefined;
  const amount = moneyText(found.amount_cents);
  const day = formatDay(await dayAtOperator(trx, found.occurred_at));
  const isReported = found.recorded_via === 'provider';
  return {
    id: found.id,
    doubt: isReported
      ? `O banco já informou ${amount} deste código, em ${day}.`
      : `A equipe já lançou ${amount} nesta reserva, de ${day}.`,
  };
}

/** What money of a receipt is for: its charge, unless that was paid meanwhile. */
async function chargeOf(
  trx: DatabaseTransaction,
  { charge_id }: ReceiptRow,
): Promise<Pick<ReceivedMoney, 'kind' | 'chargeId'>> {
  const charge = charge_id ? await findCharge(trx, charge_id) : undefined;
  if (charge && charge.state !== 'paid') return { kind: charge.purpose, chargeId: charge.id };
  return {};
}

async function readReceipt(db: Database, id: string): Promise<ReceiptToReview> {
  const [receipt] = await presentAll(db, [await receiptForReview(db, id)]);
  if (!receipt) throw new AppError('RECEIPT_NOT_FOUND');
  return receipt;
}

// Some queries for all rows.
async function presentAll(db: Database, rows: ReviewRow[]): Promise<ReceiptToReview[]> {
  if (rows.length === 0) return [];
  const ids = [...new Set(rows.map((row) => row.reservation_id))];
  const [entries, files, chatOf] = await Promise.all([
    entriesOfReservations(db, ids),
    sameFiles(db, rows),
    chatFactsOf(db, ids),
  ]);
  const received = Map.groupBy(entries, (entry) => entry.reservation_id);
  const same = Map.groupBy(files, (file) => file.sha256);
  return rows.map((row) =>
    presentReceiptToReview(row, {
      received: received.get(row.reservation_id) ?? [],
      same: same.get(row.sha256) ?? [],
      chat: chatOf(row.reservation_id),
    }),
  );
}
