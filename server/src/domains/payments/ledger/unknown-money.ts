import { randomUUIDv7 } from 'node:crypto';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { clearingOf, type NewTransfer, unknownPayer, writeTransfer } from '../../book/index.ts';
import {
  changeUnmatched,
  deleteUnmatched,
  insertUnmatched,
  lockReported,
  type NewUnmatched,
  type UnmatchedRow,
} from './unknown-money.queries.ts';

/**
 * Has a payment wait for staff, its money with the unknown payer; that of a question may count already and stays where
 * it is. Returns the payment's id; undefined, without a write, if it counts, waits or was decided.
 */
export async function insertWaiting(
  trx: DatabaseTransaction,
  payment: Omit<NewUnmatched, 'id'>,
  { isQuestion }: { isQuestion: boolean },
): Promise<string | undefined> {
  const id = randomUUIDv7();
  const row = { ...payment, id, arrival_id: isQuestion ? null : id };
  if (!(await insertUnmatched(trx, row))) return undefined;
  if (isQuestion || (await writeArrival(trx, row, id))) return id;
  await deleteUnmatched(trx, id);
  return undefined;
}

/** Decides that a payment that waits is none of ours: its money leaves the unknown payer. */
export async function dismissWaiting(
  trx: DatabaseTransaction,
  row: UnmatchedRow,
  { reason, by }: { reason: string; by: string },
): Promise<void> {
  await endArrival(trx, row, by);
  const dismissed = { state: 'dismissed', reason, decided_by: by, decided_at: new Date() } as const;
  await changeUnmatched(trx, row.id, { ...dismissed, arrival_id: null });
}

/** Has a payment wait again whose entry was reversed: its money is back with the unknown payer, or arrives there. */
export async function waitAgain(
  trx: DatabaseTransaction,
  row: UnmatchedRow,
  { description }: { description: string },
): Promise<void> {
  const arrivalId = row.arrival_id ?? (await writeArrival(trx, row, randomUUIDv7())) ?? null;
  const undecided = { state: 'waiting', transfer_id: null, decided_by: null, decided_at: null } as const;
  await changeUnmatched(trx, row.id, { ...undecided, arrival_id: arrivalId, description });
}

// Nothing of a question has arrived.
async function endArrival(trx: DatabaseTransaction, row: UnmatchedRow, by: string | null): Promise<void> {
  if (!row.arrival_id) return;
  const ended = await writeTransfer(trx, {
    from: unknownPayer,
    to: clearingOf(row.provider),
    kind: 'arrival_end',
    method: row.method,
    amount_cents: row.amount_cents,
    reverses: row.arrival_id,
    recorded_via: by ? 'person' : 'system',
    recorded_by: by,
  });
  if (!ended) throw new Error('a payment waits, but its money is not with the unknown payer');
}

/**
 * Writes a transfer of money that came. Of a payment that waits for staff it comes from the unknown payer, and the
 * payment is assigned; another amount, as staff may type it, comes in place of what waits. Returns what
 * {@link writeTransfer} returns.
 */
export async function writeReceived(trx: DatabaseTransaction, transfer: NewTransfer): Promise<string | undefined> {
  const { provider, reference, amount_cents, recorded_by: by = null } = transfer;
  const reported = provider && reference ? await lockReported(trx, { issuer: provider, reference }) : undefined;
  if (!reported) return writeTransfer(trx, transfer);
  const waits = reported.state === 'waiting' && reported.arrival_id !== null;
  const isSameAmount = reported.amount_cents === amount_cents;
  if (waits && !isSameAmount) await endArrival(trx, reported, by);
  const transferId = await writeTransfer(trx, { ...transfer, ...(waits && isSameAmount && { from: unknownPayer }) });
  if (!transferId) return undefined;
  const assigned = { state: 'assigned', transfer_id: transferId, decided_by: by, decided_at: new Date() } as const;
  await changeUnmatched(trx, reported.id, { ...assigned, ...(!isSameAmount && { arrival_id: null }) });
  return transferId;
}

function writeArrival(trx: DatabaseTransaction, row: NewUnmatched, id: string): Promise<string | undefined> {
  return writeTransfer(trx, {
    id,
    from: clearingOf(row.provider),
    to: unknownPayer,
    kind: 'arrival',
    method: row.method,
    amount_cents: row.amount_cents,
    payer_name: row.payer_name ?? '',
    provider: row.provider,
    reference: row.reference,
    fee_cents: row.fee_cents ?? null,
    settles_on: row.settles_on ?? null,
    occurred_at: row.occurred_at,
    recorded_via: 'provider',
  });
}
