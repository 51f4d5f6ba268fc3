import { moneyText } from '@passeio/contract/money';
import { bankOf } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Payment } from '../../../ports/payments/port.ts';
import type { NotifyDeps } from '../../messages/index.ts';
import { lockForMoney } from '../../reservations/index.ts';
import { notifyPayerOfPayment } from '../ledger/notify-payer.ts';
import { receiveMoney } from '../ledger/receive-money.ts';
import { leaveToStaff } from '../unmatched/leave-to-staff.ts';
import { movementOfUnmatched, waitingPartsOf } from '../unmatched/unmatched.queries.ts';
import type { ChargeRow } from './charges.queries.ts';
import type { Received } from './payment-of-charge.ts';

/**
 * Records a payment by card of another amount than its charge asks for. A payer who pays with several cards makes
 * several payments: each waits with staff until those of the charge are at least what it asks for, and then all are
 * recorded. More than the charge asks for was not asked for by us, and waits.
 */
export async function recordPart(
  trx: DatabaseTransaction,
  deps: NotifyDeps,
  payment: Payment,
  charge: ChargeRow & { reservationId: string },
): Promise<Received> {
  const { reservationId, amount_cents: askedCents } = charge;
  const actor = bankOf(payment.method);
  // The second of two parts that are reported at once sees the first.
  await lockForMoney(trx, reservationId, { mayReinstate: true });
  const description = descriptionOf(payment, askedCents);
  if (!(await leaveToStaff(trx, actor, { ...payment, description }))) return { outcome: 'known' };
  const waiting = await waitingPartsOf(trx, payment.issuer, charge);
  const paidCents = waiting.reduce((sum, one) => sum + one.amount_cents, 0);
  if (payment.amountCents > askedCents || paidCents < askedCents) return { outcome: 'unmatched' };
  let paidBeforeCents = 0;
  for (const row of waiting) {
    const ofCharge = { kind: charge.purpose, chargeId: charge.id, paidBeforeCents, via: 'provider' as const };
    const { entryId } = await receiveMoney(trx, actor, { ...movementOfUnmatched(row), ...ofCharge, reservationId });
    await notifyPayerOfPayment(trx, deps, { entryId });
    paidBeforeCents += row.amount_cents;
  }
  return { outcome: 'recorded', reservationId };
}

function descriptionOf({ amountCents }: Payment, askedCents: number): string {
  const asked = moneyText(askedCents);
  return amountCents > askedCents
    ? `Foram cobrados ${asked} no cartão. Confira o pagamento na conta do provedor.`
    : `É parte dos ${asked} cobrados no cartão. Se o resto vier de outro cartão, tudo entra sozinho; se não vier, confira na conta do provedor.`;
}
