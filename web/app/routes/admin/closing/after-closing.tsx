import {
  attendanceWords,
  type ClosedAccounts,
  type ClosingFigures,
  type TripClosing,
} from '@passeio/contract/payments/trip-closing';
import { formatMoney } from '~/lib/formats';
import { useSettings } from '~/lib/settings';
import { MoneyTable } from '../trips/money-table';
import styles from './closing.module.css';
import { OpenItemNames } from './open-items';

/** With what the accounts were closed although it was open, and what came after: the figures below do not count it. */
export function AfterClosing({ closing, closed }: { closing: TripClosing; closed: ClosedAccounts }) {
  const { timeZone } = useSettings();
  const changed = differences(closed.figures, closing.figures);
  return (
    <>
      {closed.exceptions.length > 0 && (
        <section className={styles.box} aria-labelledby="pendencias">
          <h3 id="pendencias">Fechadas com pendências</h3>
          <OpenItemNames open={closed.exceptions} />
          <p>Motivo: {closed.note}</p>
        </section>
      )}
      {(changed.length > 0 || closed.later.length > 0) && (
        <section className={styles.box} data-later aria-labelledby="depois">
          <h3 id="depois">Depois do fechamento</h3>
          <p>Os valores fechados abaixo continuam como estavam.</p>
          {changed.length > 0 && (
            <ul className={styles.names}>
              {changed.map(({ label, was, is }) => (
                <li key={label}>
                  <strong>{label}</strong>: {was} no fechamento, {is} agora
                </li>
              ))}
            </ul>
          )}
          {closed.later.length > 0 && (
            <MoneyTable entries={closed.later} tripId={closing.trip.id} timeZone={timeZone} />
          )}
        </section>
      )}
    </>
  );
}

/** What is not any more as it was closed: label, as closed, now. */
function differences(closed: ClosingFigures, now: ClosingFigures): { label: string; was: string; is: string }[] {
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
