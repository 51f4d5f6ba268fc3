import { nameAmong } from '@passeio/contract/participant-names';
import { formatMoney } from '~/lib/formats';
import type { ClientReservation } from './client-reservation';
import styles from './price-lines.module.css';

/** The price of a reservation line by line: people, adjustments, total, and what is paid and due. */
export function PriceLines({ reservation }: { reservation: ClientReservation }) {
  const { participants, adjustments, totalCents, depositCents, receivedCents, dueCents, toReturnCents } = reservation;
  return (
    <dl className={styles.lines}>
      {participants.map((person) => (
        <Line
          key={person.id}
          label={nameAmong(person, participants)}
          note={person.fareLabel}
          cents={person.priceCents}
        />
      ))}
      {adjustments.map(({ id, amountCents, reason }) => (
        <Line key={id} label={amountCents < 0 ? 'Desconto' : 'Acréscimo'} note={reason} cents={amountCents} />
      ))}
      <Line label="Total" cents={totalCents} strong />
      <Line label="Sinal" cents={depositCents} />
      {receivedCents > 0 && <Line label="Já pago" cents={receivedCents} />}
      {dueCents > 0 && <Line label="Falta pagar" cents={dueCents} strong />}
      {toReturnCents > 0 && <Line label="A devolver" cents={toReturnCents} strong />}
    </dl>
  );
}

function Line({ label, note, cents, strong }: { label: string; note?: string; cents: number; strong?: boolean }) {
  return (
    <div className={styles.line} data-strong={strong}>
      <dt>
        {label}
        {note && <small>{note}</small>}
      </dt>
      <dd>{formatMoney(cents)}</dd>
    </div>
  );
}
