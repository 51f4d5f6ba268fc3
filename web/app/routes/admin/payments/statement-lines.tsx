import { Box, Button, Group, Text } from '@mantine/core';
import { reservationPagePath } from '@passeio/contract/pages';
import { statementRoutes } from '@passeio/contract/payments/statement-routes';
import {
  lineDoubts,
  lineMatches,
  type Statement,
  type StatementConfirmation,
  type StatementLine,
  unmatchedAssignment,
} from '@passeio/contract/payments/statements';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '~/features/session/api';
import { reload } from '~/features/session/queries';
import { may } from '~/features/session/user-store';
import { formatCalendarDate, formatMoney } from '~/lib/formats';
import { StatusBadge } from '~/ui/feedback/status-badge';
import { DataTable } from '~/ui/layout/data-table';
import styles from '~/ui/layout/data-table.module.css';
import { showFailure } from './payments-inbox';
import { ReservationCombobox } from './reservation-combobox';

/** What staff says of a line. */
interface Answer {
  isUnchecked?: boolean;
  /** What is typed for its reservation. */
  code?: string;
  /** It is other money than the entry that looks the same. */
  isOther?: boolean;
  /** It is recorded whatever the server doubts. */
  isDeliberate?: boolean;
}

/** Why a line is refused: its reservation, or what staff has to decide. */
interface Refusal {
  code?: string | undefined;
  isDeliberate?: string | undefined;
}

/** Which lines are recorded: what is proposed unless it is unchecked, others once their reservation is named. */
export function useLines({ lines }: Statement) {
  const [answers, setAnswers] = useState<Readonly<Record<string, Answer>>>({});
  const [refusals, setRefusals] = useState<Readonly<Record<string, Refusal>>>({});

  const answerOf = ({ id }: StatementLine): Answer => answers[id] ?? {};
  /** Whether its reservation is to be named. */
  const isOpen = (line: StatementLine) =>
    line.state === 'unmatched' || Boolean(isCounted(line) && answerOf(line).isOther);
  const codeOf = (line: StatementLine) =>
    answerOf(line).code ?? (line.state === 'unmatched' ? '' : (line.reservation?.code ?? ''));
  const isChosen = (line: StatementLine) =>
    line.state === 'proposed' ? !answerOf(line).isUnchecked : isOpen(line) && codeOf(line).trim() !== '';
  const chosen = lines.filter(isChosen);

  function answer({ id }: StatementLine, change: Answer): void {
    setAnswers((before) => ({ ...before, [id]: { ...before[id], ...change } }));
    if (change.isDeliberate === undefined) setRefusals(({ [id]: _, ...others }) => others);
  }

  /** What is asked of the server; undefined while a code is none. */
  function read(): StatementConfirmation | undefined {
    const wrong: Record<string, Refusal> = {};
    const body = chosen.flatMap((line) => {
      const { isOther = false, isDeliberate = false } = answerOf(line);
      const parsed = unmatchedAssignment.safeParse({ code: codeOf(line) });
      if (!parsed.success) wrong[line.id] = { code: parsed.error.issues[0]?.message };
      return parsed.success ? [{ id: line.id, code: parsed.data.code, isDeliberate: isOther || isDeliberate }] : [];
    });
    setRefusals(wrong);
    return Object.keys(wrong).length > 0 ? undefined : { lines: body };
  }

  return {
    chosen,
    sumCents: chosen.reduce((sum, { amountCents }) => sum + amountCents, 0),
    isChosen,
    isOpen,
    codeOf,
    answerOf,
    answer,
    /** Takes a line out of what is recorded, or a proposed one in again. */
    check: (line: StatementLine, checked: boolean) =>
      answer(line, line.state === 'proposed' ? { isUnchecked: !checked } : { code: undefined, isOther: false }),
    refusalOf: ({ id }: StatementLine): Refusal => refusals[id] ?? {},
    /** Refusals of the server by line, as in "lines.3.code". */
    refuse: (fields: Record<string, string>) => {
      const byLine: Record<string, Refusal> = {};
      for (const [path, message] of Object.entries(fields)) {
        const [, index, field] = path.split('.');
        const id = chosen[Number(index)]?.id;
        if (id) byLine[id] = { ...byLine[id], [field === 'isDeliberate' ? field : 'code']: message };
      }
      setRefusals(byLine);
    },
    read,
  };
}
export type Lines = ReturnType<typeof useLines>;

/** Whether an entry of the ledger looks like this line, without certainty. */
function isCounted({ state, recorded }: StatementLine): boolean {
  return state === 'counted' && recorded?.isCertain === false;
}

interface LinesProps {
  statement: Statement;
  lines: Lines;
}

// The last column stays as wide as its widest action, whatever the page's lines need.
const columns = [
  'Entrada',
  'Valor',
  'Reserva',
  <Box key="record" w={196}>
    Lançar
  </Box>,
];

/** Money that came in by a statement, with the reservation each line is for. */
export function StatementLines({ statement, lines }: LinesProps) {
  const dismissal = useDismissal(statement.id);
  return (
    <DataTable caption="Entradas do extrato" columns={columns}>
      {statement.lines.map((line) => (
        <Line key={line.id} line={line} lines={lines} dismissal={dismissal} />
      ))}
    </DataTable>
  );
}

/** Discards lines that are no reservation's money, or restores them. */
function useDismissal(statementId: string) {
  return useMutation({
    mutationFn: ({ lineId, isDismissed }: { lineId: string; isDismissed: boolean }) => {
      const entry = isDismissed ? statementRoutes.dismissLine : statementRoutes.restoreLine;
      return api.call(entry, { params: { statementId, lineId }, toast: false });
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
    <Box component="tr" c={isDone ? 'dimmed' : undefined}>
      <th scope="row">
        <span className={styles.name}>{name}</span>
        <span className={styles.detail}>
          {formatCalendarDate(occurredOn)}
          {payerName && description && ` · ${description}`}
        </span>
      </th>
      <Box component="td" fw={600} data-label="Valor" className={styles.figures}>
        {formatMoney(amountCents)}
      </Box>
      {/* On a card the field has a row of its own, below its label. */}
      <Box component="td" data-label="Reserva" style={lines.isOpen(line) ? { flexWrap: 'wrap', rowGap: 4 } : undefined}>
        <LineReservation line={line} label={label} lines={lines} />
      </Box>
      <td data-label="Lançar">
        <Choice line={line} label={label} lines={lines} dismissal={dismissal} />
      </td>
    </Box>
  );
}

const doneLabels = {
  confirmed: 'Lançado agora',
  counted: 'Já lançado',
  dismissed: 'Descartado',
} as const;

/** Whether a line is recorded, or what became of it. */
function Choice({ line, label, lines, dismissal }: LineProps & { label: string }) {
  const { id, state, recorded } = line;
  if (state === 'proposed' || lines.isChosen(line)) {
    return (
      <Group component="label" justify="center" w={44} mih={44}>
        <input
          type="checkbox"
          aria-label={`Lançar ${label}`}
          checked={lines.isChosen(line)}
          onChange={({ currentTarget }) => lines.check(line, currentTarget.checked)}
        />
      </Group>
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
    <span className={styles.stack} style={{ gap: 8 }}>
      <StatusBadge color={state === 'confirmed' ? 'good' : 'quiet'}>
        {isDoubtful ? 'Parece já lançado' : doneLabels[state]}
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

interface LineReservationProps {
  line: StatementLine;
  label: string;
  lines: Lines;
}

/** The reservation that a line is for, with the reason; a field for it where it is unknown. */
function LineReservation({ line, label, lines }: LineReservationProps) {
  const { state, reservation, match, amountCents } = line;
  if (lines.isOpen(line)) {
    return (
      <Box w="100%" maw={352}>
        <ReservationCombobox
          aria-label={`Reserva de ${label}`}
          placeholder={may('see_documents') ? 'Código, nome, CPF ou telefone' : 'Código, nome ou telefone'}
          typed={lines.codeOf(line)}
          error={lines.refusalOf(line).code}
          onType={(code) => lines.answer(line, { code })}
        />
        {line.doubt && <span className={styles.detail}>{lineDoubts[line.doubt]}</span>}
        <Recorded line={line} />
        <Doubt line={line} label={label} lines={lines} />
      </Box>
    );
  }
  if (!reservation) return <span className={styles.detail}>—</span>;
  const { id, code, payer, trip, dueCents } = reservation;
  const { code: wrong } = lines.refusalOf(line);
  return (
    <span className={styles.stack}>
      <span>
        {/* Beside this page, whose answers are not stored yet. */}
        <Link to={reservationPagePath(id)} target="_blank">
          {code}
        </Link>{' '}
        · {payer}
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
        <Text span c="var(--danger)" fz="sm" role="alert">
          {wrong}
        </Text>
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
function Doubt({ line, label, lines }: LineReservationProps) {
  const { isDeliberate: doubt } = lines.refusalOf(line);
  if (!doubt || line.state === 'counted') return null;
  return (
    <Box component="span" display="block">
      <Text span c="var(--danger)" fz="sm" role="alert">
        {doubt}
      </Text>
      <Group component="label" gap={8} mih={44} fz="0.9375rem">
        <input
          type="checkbox"
          aria-label={`Lançar mesmo assim ${label}`}
          checked={lines.answerOf(line).isDeliberate ?? false}
          onChange={({ currentTarget }) => lines.answer(line, { isDeliberate: currentTarget.checked })}
        />
        Lançar mesmo assim
      </Group>
    </Box>
  );
}
