import type { Database } from '../../platform/database/connect.ts';
import type { EmailReason } from '../messages/index.ts';
import { isReminderStillSo } from '../reminders/index.ts';
import {
  isCancellationStillSo,
  isGuaranteeStillSo,
  isHoldStillSo,
  isNoticeStillSo,
  isWaitingNoticeStillSo,
} from '../reservations/index.ts';
import { isWaitingStillSo } from '../waiting-list/index.ts';
import { isPaymentStillSo } from './ledger/notify-payer.queries.ts';
import { isReceiptStillSo } from './receipts/receipts.queries.ts';

/** Whether the reason of an e-mail still holds. */
export function isStillSo(db: Database, reason: EmailReason): Promise<boolean> {
  if ('entryId' in reason) return isPaymentStillSo(db, reason);
  if ('noticeId' in reason) return isNoticeStillSo(db, reason);
  if ('guaranteed' in reason) return isGuaranteeStillSo(db, reason);
  if ('departsAt' in reason) return isWaitingNoticeStillSo(db, reason);
  if ('waitingId' in reason) return isWaitingStillSo(db, reason);
  if ('refundCents' in reason) return isCancellationStillSo(db, reason);
  if ('reminder' in reason) return isReminderStillSo(db, reason);
  return 'receiptId' in reason ? isReceiptStillSo(db, reason) : isHoldStillSo(db, reason);
}
