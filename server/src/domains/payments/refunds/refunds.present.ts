import type { ChatFacts } from '@passeio/contract/chat-facts';
import type { RefundToPay } from '@passeio/contract/payments/payments';
import { presentRefund } from '../../reservations/index.ts';
import type { RefundWithReservation } from './refunds.queries.ts';

export function presentRefundToPay(row: RefundWithReservation, chat: ChatFacts, throughProvider: boolean): RefundToPay {
  const { key_changed_by: by, pix_key_changed_at: at, pix_key_changed_by } = row;
  return {
    ...presentRefund({ ...row, through_provider: throughProvider }),
    pixKey: row.pix_key,
    keyChanged: by !== null && at ? { by, isPayer: pix_key_changed_by === row.payer_id, at: at.toISOString() } : null,
    isLate: row.state !== 'paid' && row.promised_for < row.today,
    reservation: { id: row.reservation_id, code: row.code, payer: row.payer, chat },
    trip: { id: row.trip_id, title: row.title, date: row.departs_at.toISOString() },
  };
}
