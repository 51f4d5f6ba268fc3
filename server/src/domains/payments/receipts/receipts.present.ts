import type { ChatFacts } from '@passeio/contract/chat-facts';
import type { ReceiptToReview } from '@passeio/contract/payments/payments';
import { dueCentsOf } from '@passeio/contract/reservations/reservation-status';
import { presentReceipt } from '../../book/index.ts';
import type { entriesOfReservations, ReviewRow, sameFiles } from './receipts.queries.ts';

/** `received`: entries of its reservation; `same`: receipts with its file, itself included. */
interface Compared {
  received: Awaited<ReturnType<typeof entriesOfReservations>>;
  same: Awaited<ReturnType<typeof sameFiles>>;
  chat: ChatFacts;
}

export function presentReceiptToReview(row: ReviewRow, { received, same, chat }: Compared): ReceiptToReview {
  const { total_cents: totalCents, received_cents: receivedCents, reservation_state: state } = row;
  const dueCents = dueCentsOf({ state, totalCents, receivedCents });
  // Nothing is due of a reservation that is over, but this is what the payer may have paid.
  const missingCents = Math.max(totalCents - receivedCents, 0);
  const isChargePaid = row.charge_state === 'paid' && row.state === 'submitted';
  return {
    ...presentReceipt(row),
    expectedCents: (isChargePaid ? null : row.charge_cents) ?? missingCents,
    txid: row.charge_reference,
    reservation: {
      id: row.reservation_id,
      code: row.code,
      payer: row.payer_name,
      chat,
      totalCents,
      depositCents: row.deposit_cents,
      receivedCents,
      dueCents,
      holdExpiresAt: row.hold_expires_at?.toISOString() ?? null,
    },
    trip: { id: row.trip_id, title: row.title, date: row.departs_at.toISOString() },
    received: received.map((entry) => ({
      id: entry.id,
      kind: entry.kind,
      direction: entry.direction,
      amountCents: entry.amount_cents,
      occurredAt: entry.occurred_at.toISOString(),
      endToEndId: entry.reference,
      payerName: entry.payer_name,
    })),
    sameFile: usedBefore(row, same),
  };
}

// A file that was rejected may be sent again for the same reservation; one that was accepted for it may not.
function usedBefore(row: ReviewRow, same: Compared['same']): ReceiptToReview['sameFile'] {
  const used = new Map<string, ReceiptToReview['sameFile'][number]>();
  for (const { id, reservation_id: reservationId, trip_id: tripId, state, code } of same) {
    const isAnother = reservationId !== row.reservation_id || (id !== row.id && state === 'accepted');
    if (isAnother) used.set(reservationId, { reservationId, tripId, code });
  }
  return [...used.values()];
}
