import type { Database } from '../../platform/database/connect.ts';
import type { EmailReason } from '../messages/index.ts';
import { isHoldStillSo } from '../reservations/index.ts';
import { isReceiptStillSo } from './receipts.queries.ts';
import { isPaymentStillSo } from './tell-payer.queries.ts';

/** Whether the reason of an e-mail still holds. */
export function isStillSo(db: Database, reason: EmailReason): Promise<boolean> {
  if ('entryId' in reason) return isPaymentStillSo(db, reason);
  return 'receiptId' in reason ? isReceiptStillSo(db, reason) : isHoldStillSo(db, reason);
}
