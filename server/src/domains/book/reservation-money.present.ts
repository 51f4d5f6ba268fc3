import { maskPixKey } from '@passeio/contract/operator/pix-key';
import type { Charge, Receipt, Refund } from '@passeio/contract/payments/payments';
import { needsPixKey } from '@passeio/contract/payments/refund-parts';
import type { ShownCharge, ShownReceipt, ShownRefund } from './reservation-money.queries.ts';

export function presentCharge(row: ShownCharge): Charge {
  return {
    id: row.id,
    purpose: row.purpose,
    amountCents: row.amount_cents,
    adjustmentCents: row.adjustment_cents,
    txid: row.reference,
    payload: row.payload,
    address: row.address,
    method: row.kind === 'card' ? 'card' : row.provider_state === null ? 'static_pix' : 'provider_pix',
    state: row.state,
    expiresAt: iso(row.expires_at),
    dueOn: row.due_on,
    confirmsItself: row.provider_state !== null,
    cardReview: row.card_review ?? null,
  };
}

export function presentReceipt(row: ShownReceipt): Receipt {
  return {
    id: row.id,
    state: row.state,
    reason: row.reason,
    contentType: row.content_type,
    hasFile: row.file_deleted_at === null,
    createdAt: new Date(row.created_at).toISOString(),
    reviewedAt: iso(row.reviewed_at),
  };
}

export function presentRefund(row: ShownRefund): Refund {
  return {
    id: row.id,
    amountCents: row.amount_cents,
    reason: row.reason,
    promisedFor: row.promised_for,
    state: row.state,
    paidAt: iso(row.paid_at),
    pixKey: maskPixKey(row.pix_key),
    throughProvider: row.state !== 'paid' && !needsPixKey(row.parts),
    asCredit: row.as_credit,
    parts: row.parts,
  };
}

function iso(instant: Date | string | null): string | null {
  return instant === null ? null : new Date(instant).toISOString();
}
