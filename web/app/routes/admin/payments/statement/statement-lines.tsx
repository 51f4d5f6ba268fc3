import { Button } from '@mantine/core';
import { statementRoutes } from '@passeio/contract/payments/statement-routes';
import { lineMatches, type Statement, type StatementLine } from '@passeio/contract/payments/statements';
import { useMutation } from '@tanstack/react-query';
import { apiInPlace, orRedirect } from '~/features/session/api';
import { reload } from '~/features/session/queries';
import { formatCalendarDate, formatMoney } from '~/lib/formats';
import { StatusBadge } from '~/ui/feedback/status-badge';
import hidden from '~/ui/text/visually-hidden.module.css';
import { showFailure } from '../desk-call';
import { ReservationCombobox } from '../reservation-combobox';
import styles from './statement.module.css';
import type { Lines } from './use-lines';

interface LinesProps {
  statement: Statement;
  lines: Lines;
  /** Loads the statement again. */
}

/** Money that came in by a statement, with the reservation each line is for. */
export function StatementLines({ statement, lines }: LinesProps) {
  const dismissal = useDismissal(statement.id);
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
          <Line key={line.id} line={line} lines={lines} dismissal={dismissal} />
        ))}
      </tbody>
    </table>
  );
}

/** Says that lines are no reservation's money, or takes that back. */
function useDismissal(statementId: string) {
  return useMutation({
    mutationFn: ({ lineId, isDismissed }: { lineId: string; isDismissed: boolean }) => {
      const entry = isDismissed ? statementRoutes.dismissLine : statementRoutes.restoreLine;
      return orRedirect(apiInPlace.call(entry, { params: { statementId, lineId } }));
    },
    onError(error) {
      showFailure(error);
      return reload();
    },
  });
}

interface LineProps {
  line: StatementLine;
  lines: Lines;
  dismissal: ReturnType<typeof useDismissal>;
}

function Line({ line, lines, dismissal }: LineProps) {
  const { occurredOn, amountCents, description, payerName, state } = line;
  const isDone = !(state === 'proposed' || lines.isOpen(line));
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
        <Choice line={line} label={label} lines={lines} dismissal={dismissal} />
      </td>
    </tr>
  );
}

const doneWords = {
  confirmed: 'Lançado agora',
  counted: 'Já lançado',
  dismissed: 'Descartado',
} as const;

/** Whether a line is recorded, or what became of it. */
function Choice({ line, label, lines, dismissal }: LineProps & { label: string }) {
  const { id, state, recorded } = line;
  if (state === 'proposed' || lines.isChosen(line)) {
    return (
      <label className={styles.check}>
        <input
          type="checkbox"
          aria-label={`Lançar ${label}`}
          checked={lines.isChosen(line)}
          onChange={({ currentTarget }) => lines.check(line, currentTarget.checked)}
        />
      </label>
    );
  }
  const change = { size: 'md', px: 'sm', variant: 'default', disabled: dismissal.isPending } as const;
  if (state === 'unmatched' || lines.isOpen(line)) {
    return (
      <Button
        {...change}
        aria-label={`Descartar ${label}`}
        onClick={() => dismissal.mutate({ lineId: id, isDismissed: true })}
      >
        Descartar
      </Button>
    );
  }
  const isDoubtful = recorded?.isCertain === false;
  return (
    <span className={styles.choice}>
      <StatusBadge color={state === 'confirmed' ? 'good' : 'quiet'}>
        {isDoubtful ? 'Parece já lançado' : doneWords[state]}
      </StatusBadge>
      {isDoubtful && (
        <Button
          {...change}
          aria-label={`É outro pagamento: ${label}`}
          onClick={() => lines.answer(line, { isOther: true })}
        >
          É outro pagamento
        </Button>
      )}
      {state === 'dismissed' && (
        <Button
          {...change}
          aria-label={`Trazer de volta ${label}`}
          onClick={() => dismissal.mutate({ lineId: id, isDismissed: false })}
        >
          Trazer de volta
        </Button>
      )}
    </span>
  );
}

interface ForProps {
  line: StatementLine;
  label: string;
  lines: Lines;
}

/** The reservation that a line is for, with the reason; a field for it where nobody knows. */
function For({ line, label, lines }: ForProps) {
  const { state, reservation, match, amountCents } = line;
  if (lines.isOpen(line)) {
    return (
      <div className={styles.search}>
        <ReservationCombobox
          aria-label={`Reserva de ${label}`}
          placeholder="Código, nome, CPF ou telefone"
          typed={lines.codeOf(line)}
          error={lines.refusalOf(line).code}
          onType={(code) => lines.answer(line, { code })}
        />
        <Recorded line={line} />
        <Doubt line={line} label={label} lines={lines} />
      </div>
    );
  }
  if (!reservation) return <span className={styles.detail}>—</span>;
  const { code, payer, trip, dueCents } = reservation;
  const { code: wrong } = lines.refusalOf(line);
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
      <Recorded line={line} />
      {wrong && (
        <span className={styles.error} role="alert">
          {wrong}
        </span>
      )}
      <Doubt line={line} label={label} lines={lines} />
    </span>
  );
}

/** The entry that stands for a line. */
function Recorded({ line: { recorded, amountCents, reservation } }: { line: StatementLine }) {
  if (!recorded) return null;
  return (
    <span className={styles.detail}>
      {formatMoney(amountCents)} no caixa em {formatCalendarDate(recorded.occurredOn)}
      {recorded.payerName ? `, de ${recorded.payerName}` : `, na reserva ${reservation?.code}`}
    </span>
  );
}

/** What speaks against a line, which staff may overrule. */
function Doubt({ line, label, lines }: ForProps) {
  const { isDeliberate: doubt } = lines.refusalOf(line);
  if (!doubt || line.state === 'counted') return null;
  return (
    <span className={styles.doubt}>
      <span className={styles.error} role="alert">
        {doubt}
      </span>
      <label className={styles.anyway}>
        <input
          type="checkbox"
          aria-label={`Lançar mesmo assim ${label}`}
          checked={lines.answerOf(line).isDeliberate ?? false}
          onChange={({ currentTarget }) => lines.answer(line, { isDeliberate: currentTarget.checked })}
        />
        Lançar mesmo assim
      </label>
    </span>
  );
}
