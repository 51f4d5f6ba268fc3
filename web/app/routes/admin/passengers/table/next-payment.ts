import type { Passenger } from '@passeio/contract/boarding/passengers';
import type { PaymentIntent } from '../task';

export const paymentLabels: Record<PaymentIntent, string> = {
  deposit: 'Confirmar sinal',
  balance: 'Marcar como quitada',
  payment: 'Registrar pagamento',
  refund: 'Devolver',
};

type Money = Pick<Passenger['reservation'], 'state' | 'dueCents' | 'toReturnCents' | 'receivedCents'>;

/** The next payment step of a reservation, if any. */
export function nextPayment({ state, dueCents, toReturnCents }: Money): PaymentIntent | undefined {
  if (toReturnCents > 0) return 'refund';
  if (dueCents === 0) return undefined;
  return state === 'held' ? 'deposit' : 'balance';
}

/** Payments that can be recorded, without the next one. */
export function otherPayments(money: Money): PaymentIntent[] {
  const { dueCents, receivedCents } = money;
  const possible: PaymentIntent[] = [
    ...(dueCents > 0 ? (['balance', 'payment'] as const) : []),
    ...(receivedCents > 0 ? (['refund'] as const) : []),
  ];
  return possible.filter((intent) => intent !== nextPayment(money));
}
