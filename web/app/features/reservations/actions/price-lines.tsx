import type { ReservationDetails } from '@passeio/contract/reservations/reservations';
import { formatMoney } from '~/lib/formats';
import styles from './actions.module.css';

/** How a reservation's total comes about, and what is left of it. */
export function PriceLines({ reservation }: { reservation: ReservationDetails }) {
  const { participants, adjustments, totalCents, receivedCents, dueCents, toReturnCents } = reservation;
  const fares = participants.reduce((sum, { priceCents }) => sum + priceCents, 0);
  return (
    <dl className={styles.sum}>
      {adjustments.length > 0 && <Line label="Tarifas" cents={fares} />}
      {adjustments.map(({ id, reason, amountCents }) => (
        <Line key={id} label={reason} cents={amountCents} />
      ))}
      <Line label="Total" cents={totalCents} total />
      {receivedCents > 0 && <Line label="Recebido" cents={receivedCents} />}
      {dueCents > 0 && <Line label="Falta pagar" cents={dueCents} />}
      {toReturnCents > 0 && <Line label="A devolver" cents={toReturnCents} />}
    </dl>
  );
}

function Line({ label, cents, total }: { label: string; cents: number; total?: boolean }) {
  return (
    <div data-total={total || undefined}>
      <dt>{label}</dt>
      <dd>{formatMoney(cents)}</dd>
    </div>
  );
}
