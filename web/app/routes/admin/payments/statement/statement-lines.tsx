import { lineMatches, type Statement, type StatementLine } from '@passeio/contract/payments/statements';
import { formatCalendarDate, formatMoney } from '~/lib/formats';
import { StatusBadge } from '~/ui/feedback/status-badge';
import hidden from '~/ui/text/visually-hidden.module.css';
import { ReservationCombobox } from '../reservation-combobox';
import styles from './statement.module.css';
import type { Lines } from './use-lines';

interface LinesProps {
  statement: Statement;
  lines: Lines;
}

/** Money that came in by a statement, with the reservation each line is for. */
export function StatementLines({ statement, lines }: LinesProps) {
  return (
    <table className={styles.table}>
      <caption className={hidden.hidden}>Entradas do extrato</caption>
      <thead>
        <tr>
          <th scope="col">Entrada</th>
          <th scope="col" className={styles.number}>
            Valor
          </th>
          <th scope="col">Reserva</th>
          <th scope="col">Lançar</th>
        </tr>
      </thead>
      <tbody>
        {statement.lines.map((line) => (
          <Line key={line.id} line={line} lines={lines} />
        ))}
      </tbody>
    </table>
  );
}

function Line({ line, lines }: { line: StatementLine; lines: Lines }) {
  const { id, occurredOn, amountCents, description, payerName, state } = line;
  const isDone = state === 'counted' || state === 'confirmed';
  const name = payerName || description || 'Entrada sem nome';
  const label = `${name}, ${formatMoney(amountCents)}`;
  return (
    <tr data-done={isDone || undefined}>
      <th scope="row">
        <span className={styles.name}>{name}</span>
        <span className={styles.detail}>
          {formatCalendarDate(occurredOn)}
          {payerName && description && ` · ${description}`}
        </span>
      </th>
      <td data-label="Valor" className={styles.number}>
        {formatMoney(amountCents)}
      </td>
      <td data-label="Reserva">
        <For line={line} label={label} lines={lines} />
      </td>
      <td data-label="Lançar">
        {isDone ? (
          <StatusBadge color={state === 'confirmed' ? 'good' : 'quiet'}>
            {state === 'confirmed' ? 'Lançado agora' : 'Já lançado'}
          </StatusBadge>
        ) : (
          <label className={styles.check}>
            <input
              type="checkbox"
              aria-label={`Lançar ${label}`}
              checked={lines.isChosen(line)}
              disabled={state === 'unmatched'}
              onChange={({ currentTarget }) => lines.check(id, currentTarget.checked)}
            />
          </label>
        )}
      </td>
    </tr>
  );
}

/** The reservation that a line is for, with the reason; a field for it where nobody knows. */
function For({
  line: { id, state, reservation, match, amountCents },
  label,
  lines,
}: {
  line: StatementLine;
  label: string;
  lines: Lines;
}) {
  if (state === 'unmatched') {
    return (
      <div className={styles.search}>
        <ReservationCombobox
          aria-label={`Reserva de ${label}`}
          placeholder="Código, nome, CPF ou telefone"
          typed={lines.codes[id] ?? ''}
          error={lines.errors[id]}
          onType={(typed) => lines.name(id, typed)}
        />
      </div>
    );
  }
  if (!reservation) return <span className={styles.detail}>—</span>;
  const { code, payer, trip, dueCents } = reservation;
  return (
    <span className={styles.stack}>
      <span>
        {code} · {payer}
      </span>
      <span className={styles.detail}>{trip}</span>
      {state === 'proposed' && (
        <span className={styles.detail}>
          {match && lineMatches[match]}
          {dueCents !== amountCents && ` · falta pagar ${formatMoney(dueCents)}`}
        </span>
      )}
      {lines.errors[id] && (
        <span className={styles.error} role="alert">
          {lines.errors[id]}
        </span>
      )}
    </span>
  );
}
