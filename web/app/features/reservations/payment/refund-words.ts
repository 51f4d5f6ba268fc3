import { type Refund, refundReasons, refundStates } from '@passeio/contract/payments/payments';
import { formatCalendarDate } from '~/lib/formats';
import type { StatusColor } from '~/ui/feedback/status-badge';

/** Where a refund stands, as its payer reads it: "Previsto até 12/12", then "Reembolsado" or "Virou crédito". */
export function refundLabel({
  state,
  promisedFor,
  asCredit,
}: Pick<Refund, 'state' | 'promisedFor' | 'asCredit'>): string {
  if (asCredit) return 'Virou crédito';
  if (state === 'due') return `Previsto até ${formatCalendarDate(promisedFor).slice(0, 'DD/MM'.length)}`;
  const labels: Readonly<Record<string, string>> = refundStates;
  return labels[state] ?? refundStates.due;
}

export function refundColor({ state }: Pick<Refund, 'state'>): StatusColor {
  return state === 'paid' ? 'good' : 'waiting';
}

export function refundReason({ reason }: Pick<Refund, 'reason'>): string | undefined {
  const reasons: Readonly<Record<string, string>> = refundReasons;
  return reasons[reason];
}
