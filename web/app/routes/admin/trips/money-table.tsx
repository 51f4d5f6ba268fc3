import { Text } from '@mantine/core';
import { reservationPagePath } from '@passeio/contract/pages';
import { entryKinds, paymentMethods } from '@passeio/contract/payments/payments';
import { netCentsOf, type TripEntry } from '@passeio/contract/payments/trip-money';
import { Link } from 'react-router';
import { formatMoney, useFormats } from '~/lib/formats';
import { DataTable } from '~/ui/layout/data-table';
import styles from '~/ui/layout/data-table.module.css';

/** The ledger, the newest entry first; cards on a phone. */
export function MoneyTable({ entries }: { entries: TripEntry[] }) {
  // Without cards there are none.
  const hasFees = entries.some(({ feeCents }) => feeCents != null);
  const amounts = hasFees ? ['Valor', 'Taxa', 'Líquido'] : ['Valor'];
  return (
    <DataTable
      caption="Lançamentos"
      columns={['Reserva', 'Quando', 'Lançamento', 'Lançado por', ...amounts.map((label) => ({ label, number: true }))]}
    >
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} hasFees={hasFees} />
      ))}
    </DataTable>
  );
}

function Entry({ entry, hasFees }: { entry: TripEntry; hasFees: boolean }) {
  const { formatDateAndTime } = useFormats();
  const { reservation, occurredAt, kind, method, note, payerName, endToEndId, direction, amountCents } = entry;
  const isOut = direction === 'out';
  const when = (instant: string) => formatDateAndTime(instant);
  return (
    <tr data-reversed={entry.reversedBy ? true : undefined}>
      <th scope="row">
        <Link to={reservationPagePath(reservation.id)} className={styles.name}>
          {reservation.payer}
        </Link>
        <span className={styles.detail}>Reserva {reservation.code}</span>
      </th>
      <td data-label="Quando" className={styles.when}>
        <span>{when(occurredAt)}</span>
      </td>
      <td data-label="Lançamento">
        <span className={styles.stack}>
          <span>
            {entryKinds[kind]} · {paymentMethods[method]}
          </span>
          {entry.reversedBy && <span className={styles.detail}>Estornado</span>}
          {payerName && <span className={styles.detail}>Pago por {payerName}</span>}
          {endToEndId && (
            <Text span className={styles.detail} ff="monospace" fz="0.8125rem" c="dimmed">
              {endToEndId}
            </Text>
          )}
          {note && <span className={styles.detail}>{note}</span>}
        </span>
      </td>
      <td data-label="Lançado por">
        <span className={styles.stack}>
          <span>{recorderOf(entry)}</span>
          <span className={styles.detail}>{when(entry.recordedAt)}</span>
        </span>
      </td>
      <td data-label="Valor" className={styles.number}>
        <Text span fw={600} c={isOut ? 'var(--danger)' : undefined}>
          {formatMoney(isOut ? -amountCents : amountCents)}
        </Text>
      </td>
      {hasFees && (
        <>
          <td data-label="Taxa" className={styles.number}>
            {entry.feeCents == null ? '—' : formatMoney(entry.feeCents)}
          </td>
          <td data-label="Líquido" className={styles.number}>
            {formatMoney(netCentsOf(entry))}
          </td>
        </>
      )}
    </tr>
  );
}

function recorderOf({ recordedVia, recordedBy, method }: TripEntry): string {
  if (recordedVia === 'person') return recordedBy;
  if (recordedVia !== 'provider') return 'Sistema';
  return method === 'card' ? 'Banco (cartão)' : 'Banco (Pix)';
}
