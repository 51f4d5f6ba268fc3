import { moneyText } from '@passeio/contract/money';
import { chargePurposes } from '@passeio/contract/payments/payments';
import { bankOf } from '../../../platform/audit/audit.ts';
import { handRecorded } from '../../../ports/payments/port.ts';
import { PaymentCounted } from '../ledger/ledger.present.ts';
import { dayAtOperator, recordedByHand, recordedFromStatement } from '../ledger/ledger.queries.ts';
import { notifyPayerOfPayment } from '../ledger/notify-payer.ts';
import { receiveMoney } from '../ledger/receive-money.ts';
import type { ChargedFor } from './payment-of-charge.ts';
import { recordPart } from './record-parts.ts';

/**
 * Charges of reservations. A payment that staff seems to have recorded by hand or from a statement, which would count
 * twice, waits for staff.
 */
export const reservationCharges: ChargedFor = {
  // The reference begins with the reservation's code.
  describe: ({ purpose, reference }) => `${chargePurposes[purpose]} da reserva ${reference.slice(0, 6)}`,

  async receive(trx, deps, payment, charge, reservationId) {
    const { issuer, reference, method, amountCents, payerName, occurredAt, feeCents, settlesAt } = payment;
    const { purpose: kind, id: chargeId } = charge;
    if (charge.kind === 'card' && charge.amount_cents !== amountCents) {
      return recordPart(trx, deps, payment, { ...charge, reservationId });
    }
    const mayBeRecorded = method === handRecorded.method;
    const like =
      mayBeRecorded &&
      ((await recordedByHand(trx, { ...payment, reservationId })) ?? (await recordedFromStatement(trx, payment)));
    if (like) {
      const description = `A equipe já lançou um Pix de ${moneyText(like.amount_cents)} na reserva ${like.code}. Se for este, descarte-o; se for outro, concilie.`;
      return { outcome: 'doubtful', description };
    }
    const settlesOn = settlesAt && (await dayAtOperator(trx, settlesAt));
    const fee = { ...(feeCents !== undefined && { feeCents }), ...(settlesOn && { settlesOn }) };
    const movement = { kind, method, amountCents, payerName, payment: { issuer, reference }, occurredAt, ...fee };
    const received = { reservationId, chargeId, ...movement, via: 'provider' as const };
    try {
      const { entryId } = await receiveMoney(trx, bankOf(method), received);
      await notifyPayerOfPayment(trx, deps, { entryId });
      return { outcome: 'recorded', reservationId };
    } catch (error) {
      // Another call was quicker; nothing was written by this one.
      if (error instanceof PaymentCounted) return { outcome: 'known' };
      throw error;
    }
  },
};
