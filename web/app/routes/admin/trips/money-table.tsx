import { entryKinds, paymentMethods } from '@passeio/contract/payments/payments';
import type { TripEntry } from '@passeio/contract/payments/trip-money';
import { Link } from 'react-router';
import { reservationPath } from '~/features/reservations/passengers/passenger-search';
import { formatMoney, useFormats } from '~/lib/formats';
import styles from '~/ui/layout/data-table.module.css';
import hidden from '~/ui/text/visually-hidden.module.css';
import ownStyles from './trip-money.module.css';

interface MoneyTableProps {
  entries: TripEntry[];
  tripId: string;
}

/** The ledger, the newest entry first; cards on a phone. */
export function MoneyTable({ entries, tripId }: MoneyTableProps) {
  return (
    <table className={styles.table}>
      <caption className={hidden.hidden}>Lançamentos</caption>
      <thead>
        <tr>
          <th scope="col">Reserva</th>
          <th scope="col">Quando</th>
          <th scope="col">Lançamento</th>
          <th scope="col">Lançado por</th>
          <th scope="col" className={styles.number}>
            Valor
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} tripId={tripId} />
        ))}
      </tbody>
    </table>
  );
}

function Entry({ entry, tripId }: { entry: TripEntry } & Omit<MoneyTableProps, 'entries'>) {
  const { formatDateAndTime } = useFormats();
  const { reservation, occurredAt, kind, method, note, payerName, endToEndId, direction, amountCents } = entry;
  const isOut = direction === 'out';
  const when = (instant: string) => formatDateAndTime(instant);
  return (
    <tr data-reversed={entry.reversedBy ? true : undefined}>
      <th scope="row">
        <Link to={reservationPath({ tripId, id: reservation.id })} className={styles.name}>
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
          {endToEndId && <span className={ownStyles.code}>{endToEndId}</span>}
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
        <span className={ownStyles.amount} data-out={isOut || undefined}>
          {formatMoney(isOut ? -amountCents : amountCents)}
        </span>
      </td>
    </tr>
  );
}

function recorderOf({ recordedVia, recordedBy }: TripEntry): string {
  if (recordedVia === 'person') return recordedBy;
  return recordedVia === 'provider' ? 'Banco (Pix)' : 'Sistema';
}
