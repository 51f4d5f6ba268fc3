import type { UnmatchedPayment } from '@passeio/contract/payments/statements';
import type { UnmatchedRow } from '../ledger/unknown-money.queries.ts';

export function presentUnmatched(row: UnmatchedRow): UnmatchedPayment {
  return {
    id: row.id,
    endToEndId: row.reference,
    txid: row.charge_reference,
    amountCents: row.amount_cents,
    payerName: row.payer_name,
    method: row.method,
    description: row.description,
    occurredAt: row.occurred_at.toISOString(),
  };
}
