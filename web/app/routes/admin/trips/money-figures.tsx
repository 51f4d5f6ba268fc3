import { paymentMethods } from '@passeio/contract/payments/payments';
import type { TripMoney } from '@passeio/contract/payments/trip-money';
import { plural } from '@passeio/contract/words';
import { formatMoney } from '~/lib/formats';
import styles from './trip-money.module.css';

/** What came in, is missing and goes back. */
export function MoneyFigures({ money }: { money: TripMoney }) {
  const figures = [
    {
      label: 'Esperado',
      cents: money.expectedCents,
      note: money.retainedCents > 0 ? 'reservas ativas e multas' : 'reservas ativas',
    },
    { label: 'Recebido', cents: money.receivedCents, note: 'dinheiro que entrou' },
    ...creditFigures(money),
    ...(money.retainedCents > 0
      ? [{ label: 'Multas retidas', cents: money.retainedCents, note: 'de reservas canceladas' }]
      : []),
    { label: 'Falta receber', cents: money.missingCents, note: 'do esperado' },
    { label: 'Devolvido', cents: money.refundedCents, note: 'dinheiro que já voltou' },
    { label: 'A devolver', cents: money.toRefundCents, note: 'ainda vai voltar', isUrgent: money.toRefundCents > 0 },
  ];
  return (
    <dl className={styles.figures} aria-label="Resumo">
      {figures.map(({ label, cents, note, isUrgent }) => (
        <div key={label} data-urgent={isUrgent || undefined}>
          <dt>{label}</dt>
          <dd>{formatMoney(cents)}</dd>
          <dd className={styles.note}>{note}</dd>
        </div>
      ))}
    </dl>
  );
}

function creditFigures({ creditUsedCents, creditGrantedCents }: TripMoney) {
  return [
    { label: 'Créditos usados', cents: creditUsedCents, note: 'de clientes, recebidos antes' },
    { label: 'Créditos dados', cents: creditGrantedCents, note: 'em vez de devolver' },
  ].filter(({ cents }) => cents > 0);
}

/** What came in and went back by each method. */
export function MoneyMethods({ methods }: Pick<TripMoney, 'methods'>) {
  return (
    <section aria-labelledby="por-forma">
      <h3 id="por-forma" className={styles.title}>
        Por forma de pagamento
      </h3>
      <ul className={styles.methods}>
        {methods.map(({ method, inCents, outCents, entries }) => (
          <li key={method}>
            <span>
              <strong>{paymentMethods[method]}</strong>
              <small>{plural(entries, 'lançamento')}</small>
            </span>
            <span className={styles.sums}>
              {formatMoney(inCents)}
              {outCents > 0 && <small>devolvidos {formatMoney(outCents)}</small>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
