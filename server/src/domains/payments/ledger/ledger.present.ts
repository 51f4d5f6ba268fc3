import type { LedgerEntry } from '@passeio/contract/payments/payments';
import type { Changes } from '../../../platform/audit/audit.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { handRecorded, type PaymentId, type PaymentRefund } from '../../../ports/payments/port.ts';
import type { EntryRow } from './ledger.queries.ts';

export function presentEntry(row: EntryRow): LedgerEntry {
  return {
    id: row.id,
    kind: row.kind,
    direction: row.direction,
    method: row.method,
    amountCents: row.amount_cents,
    note: row.note,
    payerName: row.payer_name,
    endToEndId: row.reference,
    feeCents: row.fee_cents,
    settlesOn: row.settles_on,
    occurredAt: row.occurred_at.toISOString(),
    recordedAt: row.recorded_at.toISOString(),
    recordedVia: row.recorded_via,
    recordedBy: row.recorded_by_name ?? '',
    reversedBy: row.reversed_by,
  };
}

/** What staff typed of money, with the id of its payment if they typed one. */
export function readTyped<Typed extends { endToEndId?: string | undefined }>({ endToEndId, ...typed }: Typed) {
  const payment: PaymentId | undefined = endToEndId
    ? { issuer: handRecorded.issuer, reference: endToEndId }
    : undefined;
  return { ...typed, ...(payment && { payment }) };
}

/** The id of money of a payment that went back. */
export const idOfReturn = (
  { issuer, reference }: PaymentId,
  { returnId, reference: refund }: Pick<PaymentRefund, 'returnId' | 'reference'>,
): PaymentId => ({ issuer, reference: returnId || `${reference}${refund}`.slice(0, 64) });

/** The id of a payment in the audit trail. */
export const auditedPayment = ({ reference }: Pick<PaymentId, 'reference'>): Changes => ({
  endToEndId: [null, reference],
});

/** A payment counts in the ledger already: in the reservation with this code, if that is known. */
export class PaymentCounted extends AppError {
  constructor(code: string | undefined) {
    super('END_TO_END_ID_USED', {
      endToEndId: code ? `Este Pix já está lançado na reserva ${code}.` : 'Este Pix já está lançado.',
    });
  }
}
