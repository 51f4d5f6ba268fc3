import type { CancelledReservation } from '@passeio/contract/departures/departure-cancellations';
import { emailStates } from '@passeio/contract/messages/messages';
import { plural } from '@passeio/contract/words';
import { Link } from 'react-router';
import { reservationPath } from '~/features/reservations/passengers/passenger-search';
import { formatMoment, formatMoney } from '~/lib/formats';
import { useSettings } from '~/lib/settings';
import { StatusBadge, type StatusColor } from '~/ui/feedback/status-badge';
import styles from './cancellation.module.css';
import { ChoiceChat } from './choice-chat';

interface ReservationRowProps {
  row: CancelledReservation;
  tripId: string;
}

/** A reservation of a cancelled departure: its message, its choice, and WhatsApp while there is none. */
export function ReservationRow({ row, tripId }: ReservationRowProps) {
  const { timeZone } = useSettings();
  const { id, code, payer, people, receivedCents, outcome, chatAt, movedTo } = row;
  const [color, label] = outcomeMark(row);
  // Where the reservation is now.
  const list = reservationPath({ tripId: movedTo?.id ?? tripId, id });
  return (
    <li className={styles.row}>
      <div className={styles.who}>
        <Link to={list}>
          {payer.name} <span>{code}</span>
        </Link>
        <p>
          {plural(people, 'pessoa')} · {receivedCents > 0 ? formatMoney(receivedCents) : 'nada pago'}
        </p>
      </div>
      <div className={styles.what}>
        <StatusBadge color={color}>{label}</StatusBadge>
        {movedTo && (
          <p>
            {movedTo.title}, {formatMoment(movedTo.date, timeZone)}
          </p>
        )}
        <Message row={row} />
        {chatAt && <p>WhatsApp aberto em {formatMoment(chatAt, timeZone)}</p>}
      </div>
      {outcome === null && <ChoiceChat row={row} tripId={tripId} />}
    </li>
  );
}

function outcomeMark({ outcome, isDefault, refund }: CancelledReservation): [StatusColor, string] {
  if (outcome === null) return ['waiting', 'Falta escolher'];
  if (outcome === 'ended') return ['quiet', 'Cancelada, nada pago'];
  if (outcome === 'moved') return ['good', 'Outra saída'];
  if (outcome === 'credit') return ['good', 'Crédito'];
  const how = refund === 'paid' ? 'devolvido' : refund === 'sent' ? 'enviado ao banco' : 'a devolver';
  return [refund === 'paid' ? 'good' : 'news', `Reembolso${isDefault ? ' pelo prazo' : ''} – ${how}`];
}

function Message({ row: { email } }: { row: CancelledReservation }) {
  if (!email) return <p data-problem>Sem e-mail no cadastro</p>;
  if (email.state === 'failed') {
    return <p data-problem>O e-mail não saiu{email.reason ? `: ${email.reason}` : '.'}</p>;
  }
  return <p>E-mail: {emailStates[email.state]}</p>;
}
