import { type Actor, recordAudit } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Pix } from '../../../ports/payments/port.ts';
import type { findEntry } from '../ledger/ledger.queries.ts';
import { insertUnmatched, releaseAssigned } from './unmatched.queries.ts';

/** Why a Pix waits whose entry was reversed in the reservation with this code. */
export const reversedText = (code: string) =>
  `Este Pix já esteve lançado na reserva ${code} e foi estornado. Confira de quem é.`;

/** Has a Pix wait until staff says whose it is; false if it waits or has been decided already. */
export async function leaveToStaff(
  trx: DatabaseTransaction,
  actor: Actor,
  { endToEndId, txid, amountCents, payerName, occurredAt, description }: Pix & { description: string },
): Promise<boolean> {
  const id = await insertUnmatched(trx, {
    end_to_end_id: endToEndId,
    txid,
    amount_cents: amountCents,
    payer_name: payerName,
    description,
    occurred_at: occurredAt,
  });
  if (id) await recordWaiting(trx, actor, { id, endToEndId, amountCents, payerName });
  return id !== undefined;
}

/**
 * Has the Pix of a reversed entry wait for staff again: the bank has its money, and reports it only once. One that
 * staff typed may never have come, and waits for the bank.
 */
export async function leaveReversedToStaff(
  trx: DatabaseTransaction,
  actor: Actor,
  entry: NonNullable<Awaited<ReturnType<typeof findEntry>>>,
  code: string,
): Promise<void> {
  const { end_to_end_id: endToEndId, amount_cents: amountCents, payer_name: payerName } = entry;
  if (!endToEndId) return;
  const description = reversedText(code);
  const id = await releaseAssigned(trx, { endToEndId, entryId: entry.id, description });
  if (id) return recordWaiting(trx, actor, { id, endToEndId, amountCents, payerName });
  if (entry.recorded_via !== 'provider') return;
  const pix = { endToEndId, txid: '', amountCents, payerName, occurredAt: entry.occurred_at };
  await leaveToStaff(trx, actor, { ...pix, description });
}

function recordWaiting(
  trx: DatabaseTransaction,
  actor: Actor,
  { id, endToEndId, amountCents, payerName }: { id: string } & Pick<Pix, 'endToEndId' | 'amountCents' | 'payerName'>,
): Promise<void> {
  return recordAudit(trx, actor, {
    action: 'payment.unmatched',
    subject: { type: 'payment', id, label: payerName || endToEndId },
    changes: { amountCents: [null, amountCents], endToEndId: [null, endToEndId] },
  });
}
