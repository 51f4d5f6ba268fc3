import { paymentMethods } from '@passeio/contract/payments/payments';
import type { ClosingFigures } from '@passeio/contract/payments/trip-closing';
import { attendanceWords } from '@passeio/contract/payments/trip-closing';
import { formatMoney } from '~/lib/formats';

/** As "R$ 340,00 acima do previsto". */
export function againstForecast({ resultCents, forecastCents }: ClosingFigures): string {
  const difference = resultCents - forecastCents;
  if (difference === 0) return 'como previsto';
  return `${formatMoney(Math.abs(difference))} ${difference > 0 ? 'acima' : 'abaixo'} do previsto`;
}

/** What is not any more as it was closed: label, as closed, now. */
export function differences(closed: ClosingFigures, now: ClosingFigures): { label: string; was: string; is: string }[] {
  const lines = (figures: ClosingFigures): [label: string, value: string][] => [
    ['Presença', attendanceWords(figures.people)],
    ['Recebido', formatMoney(figures.receivedCents)],
    ['Devolvido', formatMoney(figures.refundedCents)],
    ['Créditos usados', formatMoney(figures.creditUsedCents)],
    ['Créditos dados', formatMoney(figures.creditGrantedCents)],
    ['Custos', formatMoney(figures.costs.totalCents)],
    ['Resultado', formatMoney(figures.resultCents)],
  ];
  const after = lines(now);
  return lines(closed).flatMap(([label, was], index) => {
    const is = after[index]?.[1] ?? '';
    return was === is ? [] : [{ label, was, is }];
  });
}

/** A method of payment with what came and went by it; credits by what they are to the client. */
export function methodWords({ method, inCents, outCents }: ClosingFigures['methods'][number]): {
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
