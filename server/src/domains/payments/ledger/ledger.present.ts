import type { LedgerEntry } from '@passeio/contract/payments/payments';
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
    endToEndId: row.end_to_end_id,
    occurredAt: row.occurred_at.toISOString(),
    recordedAt: row.recorded_at.toISOString(),
    recordedVia: row.recorded_via,
    recordedBy: row.recorded_by_name ?? '',
    reversedBy: row.reversed_by,
  };
}
