import { nameAmong } from '@passeio/contract/reservations/participant-names';
import type { Reservation } from '@passeio/contract/reservations/reservations';
import { formatMoney, useFormats } from '~/lib/formats';
import styles from './price-lines.module.css';

// Others end with an answer, or their deadline has passed.
const DUE: ReadonlySet<string> = new Set(['deposit_due', 'booked', 'balance_due']);

/** The price of a reservation line by line: people, adjustments, total, and what is paid and due. */
export function PriceLines({ reservation }: { reservation: Reservation }) {
  const { participants, adjustments, totalCents, depositCents, receivedCents, dueCents, status } = reservation;
  const { formatDeadline } = useFormats();
  const until = status.until && DUE.has(status.key) ? `Até ${formatDeadline(status.until)}` : undefined;
  const isDepositDue = status.key === 'deposit_due' && depositCents < totalCents;
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
      {depositCents < totalCents && <Line label="Sinal" note={isDepositDue ? until : undefined} cents={depositCents} />}
      {receivedCents > 0 && <Line label="Já pago" cents={receivedCents} />}
      {dueCents > 0 && <Line label="Falta pagar" note={isDepositDue ? undefined : until} cents={dueCents} strong />}
      {retainedCents > 0 && <Line label="Multa" note="Fica com a operadora" cents={retainedCents} />}
      {toReturnCents > 0 && <Line label="A devolver" cents={toReturnCents} strong />}
    </dl>
  );
}

function labelOf({ amountCents, isPenalty }: Reservation['adjustments'][number]): string {
  if (isPenalty) return 'Multa';
  return amountCents < 0 ? 'Desconto' : 'Acréscimo';
}

function Line({
  label,
  note,
  cents,
  strong,
}: {
  label: string;
  note?: string | undefined;
  cents: number;
  strong?: boolean;
}) {
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
