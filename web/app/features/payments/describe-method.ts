import { isPrepaid, paymentMethods } from '@passeio/contract/payments/payments';
import type { SettlementFigures } from '@passeio/contract/payments/settlement-report';
import { formatMoney } from '~/lib/formats';

/** A method of payment with what came and went by it; credits and gift cards by what they are to the client. */
export function describeMethod({ method, inCents, outCents }: SettlementFigures['methods'][number]): {
  label: string;
  came: string;
  went: string;
} {
  const isCredit = method === 'credit';
  return {
    label: isCredit ? 'Créditos de clientes' : paymentMethods[method],
    came: isPrepaid(method) ? `usados ${formatMoney(inCents)}` : formatMoney(inCents),
    went: outCents > 0 ? `${isCredit ? 'concedidos' : 'devolvidos'} ${formatMoney(outCents)}` : '',
  };
}
