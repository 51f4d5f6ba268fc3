import type { Receipt } from '@passeio/contract/payments/payments';
import { dueCentsOf } from '@passeio/contract/reservations/reservation-status';
import type { Deps } from '../../../deps.ts';
import { type Actor, callerOfActor, recordView } from '../../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Caller } from '../../../platform/http/access.ts';
import { type DocumentFile, type OpenedDocument, openDocument } from '../../../platform/http/document-files.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { presentReceipt } from '../../book/index.ts';
import type { NotifyDeps } from '../../messages/index.ts';
import {
  findReservation,
  lockReservation,
  mayOpen,
  ownsReservation,
  type ReservationRow,
  recordReservationAudit,
  reservationSubject,
} from '../../reservations/index.ts';
import { notifyPayerOfReceipt } from './notify-payer-of-receipt.ts';
import { chargeForReceipt, findReceiptFile, insertReceipt } from './receipts.queries.ts';

/** Throws RESERVATION_NOT_FOUND unless the caller may send receipts for this reservation. */
export async function requireOwnReservation(db: Database, caller: Caller, reservationId: string): Promise<void> {
  const found = await findReservation(db, reservationId);
  if (!found || !mayOpen(caller, found)) throw new AppError('RESERVATION_NOT_FOUND');
}

/**
 * Records a stored file as the receipt of a reservation's payment; the clock of its hold stops until staff has reviewed
 * it, if it is readable and the first in this hold. That of an expired reservation is taken too: staff decides. Its
 * payer is notified.
 */
export async function submitReceipt(
  trx: DatabaseTransaction,
  deps: NotifyDeps,
  actor: Actor,
  reservationId: string,
  file: DocumentFile,
): Promise<Receipt> {
  const caller = callerOfActor(actor);
  await requireOwnReservation(trx, caller, reservationId);
  const reservation = await lockReservation(trx, reservationId);
  const trip = await findReservation(trx, reservationId);
  if (!reservation || !trip || !mayOpen(caller, reservation)) throw new AppError('RESERVATION_NOT_FOUND');
  requireTaking(reservation);
  const row = await insertReceipt(trx, reservation, {
    id: file.id,
    charge_id: await chargeForReceipt(trx, reservation),
    content_type: file.contentType,
    size_bytes: file.sizeBytes,
    sha256: file.sha256,
    is_readable: file.isReadable,
    submitted_by: caller.id,
  });
  await recordReservationAudit(trx, actor, { reservation, trip }, { action: 'reservation.receipt_submitted' });
  await notifyPayerOfReceipt(trx, deps, row.id);
  return presentReceipt(row);
}

function requireTaking(reservation: ReservationRow): void {
  const { state, total_cents: totalCents, received_cents: receivedCents } = reservation;
  if (state === 'cancelled') throw new AppError('RESERVATION_OVER');
  if (state === 'requested') throw new AppError('REQUEST_UNANSWERED');
  if (reservation.receipt_submitted_at) throw new AppError('RECEIPT_WAITING');
  if (state === 'booked' && dueCentsOf({ state, totalCents, receivedCents }) === 0) throw new AppError('NOTHING_DUE');
}

/**
 * Opens the file of a receipt for the payer of its reservation, or for staff, which is audited. Throws
 * RECEIPT_NOT_FOUND, also for anybody else and once the file was deleted.
 */
export async function openReceipt(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  actor: Actor,
  receiptId: string,
): Promise<OpenedDocument> {
  const caller = callerOfActor(actor);
  const found = await findReceiptFile(db, receiptId);
  if (!found || !mayOpen(caller, found) || found.file_deleted_at) throw new AppError('RECEIPT_NOT_FOUND');
  if (!ownsReservation(caller, found)) {
    const { reservation_id: id, code, payer_name: name } = found;
    const subject = reservationSubject({ id, code }, { name }, found);
    await recordView(db, actor, { action: 'reservation.receipt_opened', subject });
  }
  const content = await openDocument(storage, 'receipts', found.id);
  if (!content) throw new AppError('RECEIPT_NOT_FOUND');
  return { content, contentType: found.content_type, name: `comprovante-${found.code}` };
}
