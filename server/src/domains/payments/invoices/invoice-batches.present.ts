import type {
  BatchItemState,
  InvoiceBatch,
  InvoiceBatches,
  WholeInvoiceBatch,
} from '@passeio/contract/payments/invoice-batches';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { type BatchRow, findBatches, findBatchItems } from './invoice-batches.queries.ts';
import { presentIssued } from './issued-invoices.present.ts';

const SHOWN = 30;

/** The latest batches. */
export async function presentBatches(db: Database): Promise<InvoiceBatches> {
  return { data: (await findBatches(db, { limit: SHOWN })).map(present) };
}

/** A batch without its reservations. Throws INVOICE_BATCH_NOT_FOUND. */
export async function presentBatch(db: Database, batchId: string): Promise<InvoiceBatch> {
  const [row] = await findBatches(db, { batchId, limit: 1 });
  if (!row) throw new AppError('INVOICE_BATCH_NOT_FOUND');
  return present(row);
}

/** A batch with its reservations. Throws INVOICE_BATCH_NOT_FOUND. */
export async function presentWholeBatch(db: Database, batchId: string): Promise<WholeInvoiceBatch> {
  const batch = await presentBatch(db, batchId);
  const { rows, notes } = await findBatchItems(db, batchId);
  const items = rows.map(({ state, reservation_id: id, code, payer, title, departs_at, problem, invoice_id }) => {
    const note = notes.get(invoice_id ?? '');
    return {
      ...{ state: state as BatchItemState, reservation: { id, code }, payer, problem },
      trip: { title, date: departs_at.toISOString() },
      invoice: note ? presentIssued(note) : null,
    };
  });
  return { ...batch, items };
}

function present({ id, rule, requested_by, created_at, counts }: BatchRow): InvoiceBatch {
  return { id, rule, requestedBy: requested_by, createdAt: created_at.toISOString(), counts: counts ?? {} };
}
