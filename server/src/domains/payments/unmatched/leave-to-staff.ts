import { type PaymentMethod, paymentNoun } from '@passeio/contract/payments/payments';
import { type Actor, recordAudit } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Payment } from '../../../ports/payments/port.ts';
import { auditedPayment } from '../ledger/ledger.present.ts';
import { dayAtOperator, type findEntry } from '../ledger/ledger.queries.ts';
import { lockReported } from '../ledger/unknown-money.queries.ts';
import { insertWaiting, waitAgain } from '../ledger/unknown-money.ts';

/** Why a payment waits whose entry was reversed in the reservation with this code. */
export const reversedText = (code: string, method: PaymentMethod) =>
  `Este ${paymentNoun(method)} já esteve lançado na reserva ${code} e foi estornado. Confira de quem é.`;

/**
 * Has a payment wait until staff says whose it is; false if it counts, waits or has been decided already. Of a question
 * nobody knows yet whether its money counts.
 */
export async function leaveToStaff(
  trx: DatabaseTransaction,
  actor: Actor,
  { description, isQuestion = false, settlesAt, ...payment }: Payment & { description: string; isQuestion?: boolean },
): Promise<boolean> {
  const back = (payment.refunds ?? []).filter(({ state }) => state !== 'refused');
  const waiting = {
    provider: payment.issuer,
    reference: payment.reference,
    charge_reference: payment.chargeReference,
    method: payment.method,
    amount_cents: payment.amountCents,
    payer_name: payment.payerName,
    description,
    occurred_at: payment.occurredAt,
    returned_cents: back.reduce((sum, { amountCents }) => sum + amountCents, 0),
    fee_cents: payment.feeCents ?? null,
    settles_on: settlesAt ? await dayAtOperator(trx, settlesAt) : null,
  };
  const id = await insertWaiting(trx, waiting, { isQuestion });
  if (id) await recordWaiting(trx, actor, id, payment);
  return id !== undefined;
}

/**
 * Has the payment of a reversed entry wait for staff again: the bank has its money, and reports it only once. One that
 * staff typed may never have come, and waits for the bank.
 */
export async function leaveReversedToStaff(
  trx: DatabaseTransaction,
  actor: Actor,
  entry: NonNullable<Awaited<ReturnType<typeof findEntry>>>,
  code: string,
): Promise<void> {
  const { provider: issuer, reference, method, amount_cents: amountCents, payer_name: payerName } = entry;
  if (!issuer || !reference) return;
  const payment = { issuer, reference, chargeReference: '', method, amountCents, payerName };
  const description = reversedText(code, method);
  const reported = await lockReported(trx, payment);
  if (reported?.transfer_id === entry.id) {
    await waitAgain(trx, reported, { description });
    await recordWaiting(trx, actor, reported.id, payment);
  } else if (entry.recorded_via === 'provider') {
    await leaveToStaff(trx, actor, { ...payment, occurredAt: entry.occurred_at, description });
  }
}

function recordWaiting(
  trx: DatabaseTransaction,
  actor: Actor,
  id: string,
  { reference, amountCents, payerName }: Pick<Payment, 'reference' | 'amountCents' | 'payerName'>,
): Promise<void> {
  return recordAudit(trx, actor, {
    action: 'payment.unmatched',
    subject: { type: 'payment', id, label: payerName || reference },
    changes: { amountCents: [null, amountCents], ...auditedPayment({ reference }) },
  });
}
