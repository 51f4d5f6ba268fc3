import { paymentRoutes } from '@passeio/contract/payments/payment-routes';
import type { Charge } from '@passeio/contract/payments/payments';
import { useState } from 'react';
import { answered, apiInPlace } from '../../session/api';
import { failureSentence } from '../../session/failure-sentence';
import type { PaymentChoice } from './payment-choices';

/** Asks for Pix codes, one at a time. `failure`: why the last one did not come. `hasAsked`: one was asked for here. */
export function useCharging(reservationId: string, onCharged: (charge: Charge) => void) {
  const [busy, setBusy] = useState<PaymentChoice['purpose']>();
  const [failure, setFailure] = useState<string>();
  const [hasAsked, setHasAsked] = useState(false);

  async function pay(purpose: PaymentChoice['purpose']): Promise<void> {
    if (busy) return;
    setBusy(purpose);
    setFailure(undefined);
    try {
      const call = { params: { reservationId }, body: { purpose } };
      onCharged(await answered(apiInPlace.call(paymentRoutes.requestCharge, call)));
      setHasAsked(true);
    } catch (error) {
      setFailure(failureSentence(error) ?? 'Não foi possível gerar o código. Tente de novo.');
    }
    setBusy(undefined);
  }

  return { busy, failure, hasAsked, pay };
}
