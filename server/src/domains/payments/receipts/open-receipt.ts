import type { Readable } from 'node:stream';
import type { Deps } from '../../../deps.ts';
import { type Actor, callerOfActor, recordView } from '../../../platform/audit/audit.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { mayOpen, ownsReservation, reservationSubject } from '../../reservations/index.ts';
import { openReceiptFile } from './receipt-files.ts';
import { findReceiptFile } from './receipts.queries.ts';

interface OpenedReceipt {
  content: Readable;
  contentType: 'image/webp' | 'application/pdf';
  /** ASCII, safe in a header. */
  name: string;
}

/**
 * Opens the file of a receipt for the payer of its reservation, or for staff, which is audited. Throws
 * RECEIPT_NOT_FOUND, also for anybody else and once the file was deleted.
 */
export async function openReceipt(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  actor: Actor,
  receiptId: string,
): Promise<OpenedReceipt> {
  const caller = callerOfActor(actor);
  const found = await findReceiptFile(db, receiptId);
  if (!found || !mayOpen(caller, found) || found.file_deleted_at) throw new AppError('RECEIPT_NOT_FOUND');
  if (!ownsReservation(caller, found)) {
    const { reservation_id: id, code, payer_name: name } = found;
    const subject = reservationSubject({ id, code }, { name }, found);
    await recordView(db, actor, { action: 'reservation.receipt_opened', subject });
  }
  const content = await openReceiptFile(storage, found.id);
  if (!content) throw new AppError('RECEIPT_NOT_FOUND');
  const ending = found.content_type === 'application/pdf' ? 'pdf' : 'webp';
  return { content, contentType: found.content_type, name: `comprovante-${found.code}.${ending}` };
}
