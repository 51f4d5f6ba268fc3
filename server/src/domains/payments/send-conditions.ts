import type { Database } from '../../platform/database/connect.ts';
import type { SendCondition } from '../messages/index.ts';
import { reminderStillApplies } from '../reminders/index.ts';
import {
  cancellationStillApplies,
  guaranteeStillApplies,
  holdStillApplies,
  noticeStillApplies,
  waitingNoticeStillApplies,
} from '../reservations/index.ts';
import { waitingStillApplies } from '../waiting-list/index.ts';
import { paymentStillApplies } from './ledger/notify-payer.queries.ts';
import { receiptStillApplies } from './receipts/receipts.queries.ts';

/** Whether the reason of an e-mail still holds. */
export function stillApplies(db: Database, reason: SendCondition): Promise<boolean> {
  if ('entryId' in reason) return paymentStillApplies(db, reason);
  if ('noticeId' in reason) return noticeStillApplies(db, reason);
  if ('guaranteed' in reason) return guaranteeStillApplies(db, reason);
  if ('departsAt' in reason) return waitingNoticeStillApplies(db, reason);
  if ('waitingId' in reason) return waitingStillApplies(db, reason);
  if ('refundCents' in reason) return cancellationStillApplies(db, reason);
  if ('reminder' in reason) return reminderStillApplies(db, reason);
  return 'receiptId' in reason ? receiptStillApplies(db, reason) : holdStillApplies(db, reason);
}
