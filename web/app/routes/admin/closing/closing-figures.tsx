import { attendanceWords, type ClosingFigures } from '@passeio/contract/payments/trip-closing';
import { plural } from '@passeio/contract/words';
import { againstForecast, methodWords } from '~/features/closing/closing-words';
import { formatMoney } from '~/lib/formats';
import styles from './closing.module.css';

/** Result, forecast, and what they are made of. */
export function ClosingFigureList({ figures }: { figures: ClosingFigures }) {
  const { costs, people } = figures;
  const lines = [
    {
      label: 'Resultado',
      value: formatMoney(figures.resultCents),
      note: againstForecast(figures),
      isLoss: figures.resultCents < 0,
    },
    { label: 'Previsto', value: formatMoney(figures.forecastCents), note: 'reservas menos custos' },
    { label: 'Recebido', value: formatMoney(figures.receivedCents), note: 'dinheiro que entrou' },
    { label: 'Devolvido', value: formatMoney(figures.refundedCents), note: 'dinheiro que voltou' },
    ...(figures.creditUsedCents > 0
      ? [{ label: 'Créditos usados', value: formatMoney(figures.creditUsedCents), note: 'contam no resultado' }]
      : []),
    ...(figures.creditGrantedCents > 0
      ? [{ label: 'Créditos dados', value: formatMoney(figures.creditGrantedCents), note: 'fora do resultado' }]
      : []),
    ...(figures.retainedCents > 0
      ? [{ label: 'Multas retidas', value: formatMoney(figures.retainedCents), note: 'já em Recebido' }]
      : []),
    {
      label: 'Custos',
      value: formatMoney(costs.totalCents),
      note: costs.totalCents > 0 ? `com ${plural(costs.people, 'pessoa')}` : 'não informados',
    },
  ];
  return (
    <>
      <p className={styles.people}>{attendanceWords(people)}</p>
      <dl className={styles.figures} aria-label="Contas">
        {lines.map(({ label, value, note, isLoss }) => (
          <div key={label} data-loss={isLoss || undefined}>
            <dt>{label}</dt>
            <dd>{value}</dd>
            <dd className={styles.note}>{note}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** What came and went by each method of payment. */
export function ClosingMethods({ figures: { methods } }: { figures: ClosingFigures }) {
  if (methods.length === 0) return null;
  return (
    <section aria-labelledby="por-forma">
      <h3 id="por-forma" className={styles.title}>
        Por forma de pagamento
      </h3>
      <ul className={styles.methods}>
        {methods.map(methodWords).map(({ label, came, went }) => (
          <li key={label}>
            <strong>{label}</strong>
            <span className={styles.sums}>
              {came}
              {went && <small>{went}</small>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
