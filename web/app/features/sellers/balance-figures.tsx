import type { CommissionBalance } from '@passeio/contract/sellers/sellers';
import { formatMoney } from '~/lib/formats';
import { Figure, Figures } from '~/ui/layout/facts';

/** What a seller earned, and where that stands. */
export function BalanceFigures({ balance }: { balance: CommissionBalance }) {
  const { earnedCents, pendingCents, payableCents, openCents, paidCents } = balance;
  return (
    <Figures aria-label="Comissão">
      <Figure label="Ganho" value={formatMoney(earnedCents)} note="do que já foi recebido" />
      <Figure label="Passeios por voltar" value={formatMoney(pendingCents)} note="entra depois da volta" />
      <Figure label="Próximo extrato" value={formatMoney(payableCents)} note="já pode ser fechado" />
      <Figure
        label="A pagar"
        value={formatMoney(openCents)}
        note="em extratos fechados"
        tone={openCents < 0 && 'danger'}
      />
      <Figure label="Pago" value={formatMoney(paidCents)} />
    </Figures>
  );
}
