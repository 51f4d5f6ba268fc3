import { paymentMethods } from '@passeio/contract/payments/payments';
import type { SettlementFigures } from '@passeio/contract/payments/settlement-report';
import { formatMoney } from '~/lib/formats';

/** As "R$ 340,00 acima do previsto". */
export function againstForecast({ resultCents, forecastCents }: SettlementFigures): string {
  const difference = resultCents - forecastCents;
  if (difference === 0) return 'como previsto';
  return `${formatMoney(Math.abs(difference))} ${difference > 0 ? 'acima' : 'abaixo'} do previsto`;
}

/** A method of payment with what came and went by it; credits by what they are to the client. */
export function methodWords({ method, inCents, outCents }: SettlementFigures['methods'][number]): {
  label: string;
  came: string;
  went: string;
} {
  const isCredit = method === 'credit';
  return {
    label: isCredit ? 'Créditos de clientes' : paymentMethods[method],
    came: isCredit ? `usados ${formatMoney(inCents)}` : formatMoney(inCents),
    went: outCents > 0 ? `${isCredit ? 'concedidos' : 'devolvidos'} ${formatMoney(outCents)}` : '',
  };
}
