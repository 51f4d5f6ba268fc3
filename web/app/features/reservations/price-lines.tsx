import { nameAmong } from '@passeio/contract/reservations/participant-names';
import { formatMoney } from '~/lib/formats';
import type { ClientReservation } from './client-reservation';
import styles from './price-lines.module.css';

/** The price of a reservation line by line: people, adjustments, total, and what is paid and due. */
export function PriceLines({ reservation }: { reservation: ClientReservation }) {
  const { participants, adjustments, totalCents, depositCents, receivedCents, dueCents } = reservation;
  const { toReturnCents, retainedCents } = reservation;
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
      {adjustments.map((one) => (
        <Line key={one.id} label={labelOf(one)} note={one.reason} cents={one.amountCents} />
      ))}
      <Line label="Total" cents={totalCents} strong />
      <Line label="Sinal" cents={depositCents} />
      {receivedCents > 0 && <Line label="Já pago" cents={receivedCents} />}
      {dueCents > 0 && <Line label="Falta pagar" cents={dueCents} strong />}
      {retainedCents > 0 && <Line label="Multa" note="Fica com a operadora" cents={retainedCents} />}
      {toReturnCents > 0 && <Line label="A devolver" cents={toReturnCents} strong />}
    </dl>
  );
}

function labelOf({ amountCents, isPenalty }: ClientReservation['adjustments'][number]): string {
  if (isPenalty) return 'Multa';
  return amountCents < 0 ? 'Desconto' : 'Acréscimo';
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
