import { Group, Stack, Text } from '@mantine/core';
import {
  type CommissionStatement,
  type CommissionStatementSummary,
  commissionStatementFormats,
} from '@passeio/contract/sellers/commission-statements';
import { capitalised, plural } from '@passeio/contract/words';
import { type ReactNode, useId } from 'react';
import type { Download } from '~/lib/api';
import { formatCalendarDate, formatMoney, formatsIn, useFormats } from '~/lib/formats';
import { FormNotice } from '~/ui/editing/form-notice';
import { StatusBadge } from '~/ui/feedback/status-badge';
import { DataTable } from '~/ui/layout/data-table';
import tableStyles from '~/ui/layout/data-table.module.css';
import { Row } from '~/ui/layout/rows';
import { FileButtons } from '~/ui/sharing/file-buttons';
import text from '~/ui/text/text.module.css';

/** The page that verifies a statement's file without asking anybody. */
export const VERIFICATION_PAGE = '/portal/conferir-extrato';

/** "2026-11" as "novembro de 2026". */
export const monthText = (month: string) => formatsIn('UTC').formatMonthAndYear(`${month}-15T00:00:00Z`);

type StatementFormat = (typeof commissionStatementFormats)[number];

/** Whether a statement was paid, or has to be. */
function StatementState({ statement: { payment, totalCents } }: { statement: CommissionStatementSummary }) {
  const { formatNumericDate } = useFormats();
  if (payment) return <StatusBadge color="good">{`Pago em ${formatNumericDate(payment.paidAt)}`}</StatusBadge>;
  return totalCents > 0 ? (
    <StatusBadge color="waiting">A pagar</StatusBadge>
  ) : (
    <StatusBadge color="quiet">Nada a pagar</StatusBadge>
  );
}

interface StatementRowProps {
  statement: CommissionStatementSummary;
  /** Whose it is, where the list has those of several sellers. */
  seller?: string;
  download: (format: StatementFormat) => Promise<Download>;
  onOpen: () => void;
  /** What else can be done with it. */
  children?: ReactNode;
}

/** A statement in a list: its month, what it comes to, and its files. */
export function StatementRow({ statement, seller, download, onOpen, children }: StatementRowProps) {
  const { number, month, totalCents, reservations, payment } = statement;
  const name = `extrato de ${monthText(month)}${seller ? ` de ${seller}` : ''}`;
  return (
    <Row>
      <div>
        <button type="button" className={text.line} onClick={onOpen} aria-label={`Ver ${name}`}>
          <strong>{seller ?? capitalisedMonth(month)}</strong>
        </button>
        <Text variant="hint">
          {seller && `${capitalisedMonth(month)} · `}nº {number} · {plural(reservations, 'reserva')}
          {payment && ` · Pix ${payment.endToEndId}`}
        </Text>
      </div>
      <Group gap="0.5rem 1rem">
        <Text fw={650}>{formatMoney(totalCents)}</Text>
        <StatementState statement={statement} />
        <FileButtons formats={commissionStatementFormats} of={name} done="Extrato baixado." download={download} />
        {children}
      </Group>
    </Row>
  );
}

const capitalisedMonth = (month: string) => capitalised(monthText(month));

/** What stands in a statement, line by line, and how it is verified. */
export function StatementContent({ statement }: { statement: CommissionStatement }) {
  const { lines, carriedCents, totalCents, closedAt, hash, seller } = statement;
  const { formatDateAndTime } = useFormats();
  const hashId = useId();
  return (
    <Stack gap="md">
      <Text>
        {seller.name}, fechado em {formatDateAndTime(closedAt)}. Total: <strong>{formatMoney(totalCents)}</strong>
        {carriedCents !== 0 && `, com ${formatMoney(carriedCents)} do extrato anterior`}.
      </Text>
      {totalCents < 0 && <FormNotice tone="info">O saldo negativo passa para o próximo extrato.</FormNotice>}
      <DataTable
        caption="Comissões do extrato"
        columns={[
          'Passeio',
          'Reserva',
          'Regra',
          { label: 'Recebido', number: true },
          { label: 'Já em extratos', number: true },
          { label: 'Comissão', number: true },
        ]}
      >
        {lines.map((line) => (
          <tr key={line.code}>
            <th scope="row">
              {line.tripTitle}
              <Text variant="hint">{formatCalendarDate(line.tripDay)}</Text>
            </th>
            <td data-label="Reserva">{line.code}</td>
            <td data-label="Regra">{line.rule}</td>
            <td data-label="Recebido" className={tableStyles.number}>
              {formatMoney(line.receivedCents)}
            </td>
            <td data-label="Já em extratos" className={tableStyles.number}>
              {formatMoney(line.earlierCents)}
            </td>
            <td data-label="Comissão" className={tableStyles.number}>
              {formatMoney(line.commissionCents)}
            </td>
          </tr>
        ))}
      </DataTable>
      <div>
        <Text id={hashId} variant="hint">
          Código de conferência (SHA-256)
        </Text>
        <Text aria-labelledby={hashId} role="group" ff="monospace" fz="sm" style={{ overflowWrap: 'anywhere' }}>
          {hash}
        </Text>
        <Text variant="hint" mt={4}>
          O arquivo CSV pode ser conferido por qualquer pessoa, sem internet, em{' '}
          <a href={VERIFICATION_PAGE} target="_blank" rel="noopener">
            conferir extrato
          </a>
          .
        </Text>
      </div>
    </Stack>
  );
}
