import { Button, Text } from '@mantine/core';
import { formatDay } from '@passeio/contract/format-moments';
import { reservationPagePath } from '@passeio/contract/pages';
import { paymentMethods } from '@passeio/contract/payments/payments';
import { accountingKinds } from '@passeio/contract/reports/accounting';
import {
  type ReconciledEntry,
  type ReconciliationKind,
  type ReconciliationLine,
  reconciliationHints,
  reconciliationKinds,
  reconciliationMatches,
} from '@passeio/contract/reports/reconciliation';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatMoney } from '~/lib/formats';
import { StatusBadge, type StatusColor } from '~/ui/feedback/status-badge';
import { DataTable } from '~/ui/layout/data-table';
import table from '~/ui/layout/data-table.module.css';

// A file has up to 5,000.
const AT_ONCE = 100;

const colors: Record<ReconciliationKind, StatusColor> = {
  ...{ only_bank: 'bad', only_ledger: 'bad', other_amount: 'bad', line_twice: 'bad', entry_twice: 'bad' },
  ...{ bank_fee: 'quiet', other_day: 'waiting', ambiguous: 'waiting', matched: 'good' },
};

interface ReconciliationLinesProps {
  caption: string;
  lines: readonly ReconciliationLine[];
}

/** Lines of a statement and entries of the ledger beside each other, with what each adds to the difference. */
export function ReconciliationLines({ caption, lines }: ReconciliationLinesProps) {
  const [shown, setShown] = useState(AT_ONCE);
  return (
    <>
      <DataTable caption={caption} columns={['Situação', 'Extrato', 'Passeio', { label: 'Diferença', number: true }]}>
        {lines.slice(0, shown).map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a bank's lines have no ids, and the list does not change
          <Line key={index} line={line} />
        ))}
      </DataTable>
      {shown < lines.length && (
        <Button mt="md" size="md" variant="default" onClick={() => setShown(shown + AT_ONCE)}>
          Mostrar mais {Math.min(AT_ONCE, lines.length - shown)} de {lines.length - shown}
        </Button>
      )}
    </>
  );
}

function Line({ line: { kind, match, hint, bank, entries, differenceCents } }: { line: ReconciliationLine }) {
  const found = hint ? reconciliationHints[hint] : match && reconciliationMatches[match];
  return (
    <tr>
      <th scope="row">
        <StatusBadge color={colors[kind] ?? 'quiet'}>{reconciliationKinds[kind] ?? 'A conferir'}</StatusBadge>
        {found && <span className={table.detail}>{found}</span>}
      </th>
      <td data-label="Extrato">
        {bank ? (
          <span className={table.stack}>
            <span className={table.figures}>
              {formatMoney(bank.amountCents)} · {formatDay(bank.on)}
            </span>
            <span className={table.detail}>{bank.text}</span>
          </span>
        ) : (
          '—'
        )}
      </td>
      <td data-label="Passeio">
        {entries.length === 0 ? (
          '—'
        ) : (
          <span className={table.stack}>
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </span>
        )}
      </td>
      <td data-label="Diferença" className={table.number}>
        <Text span c={differenceCents === 0 ? 'dimmed' : 'var(--danger)'}>
          {formatMoney(differenceCents)}
        </Text>
      </td>
    </tr>
  );
}

function Entry({ entry: { kind, method, on, amountCents, feeCents, payer, reservation } }: { entry: ReconciledEntry }) {
  return (
    <>
      <span className={table.figures}>
        {formatMoney(amountCents)} · {formatDay(on)}
      </span>
      <span className={table.detail}>
        {[
          `${accountingKinds[kind] ?? 'Lançamento'} · ${paymentMethods[method] ?? 'outra forma'}`,
          feeCents > 0 && `sem a taxa de ${formatMoney(feeCents)}`,
          payer,
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {reservation && (
        // Beside this page, which is not stored.
        <Link to={reservationPagePath(reservation.id)} target="_blank" className={table.link}>
          {reservation.code}
        </Link>
      )}
    </>
  );
}
