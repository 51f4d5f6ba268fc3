import type { RefundToPay } from '@passeio/contract/payments';
import { presentRefund } from '../reservations/index.ts';
import type { RefundWithReservation } from './refunds.queries.ts';

export function presentRefundToPay(row: RefundWithReservation, throughProvider: boolean): RefundToPay {
  return {
    ...presentRefund(row),
    pixKey: row.pix_key,
    throughProvider,
    isLate: row.state !== 'paid' && row.promised_for < row.today,
    reservation: { id: row.reservation_id, code: row.code, payer: row.payer, contact: row.contact },
    trip: { id: row.trip_id, title: row.title, date: row.departs_at.toISOString() },
  };
}
