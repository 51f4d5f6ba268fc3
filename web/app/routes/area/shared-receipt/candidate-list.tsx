import { Button } from '@mantine/core';
import { momentInWords } from '@passeio/contract/moment-words';
import type { Reservation } from '@passeio/contract/reservations/reservations';
import { useId } from 'react';
import { Link } from 'react-router';
import { openCharge } from '~/features/reservations/payment/payment-choices';
import { formatMoney } from '~/lib/formats';
import { useSettings } from '~/lib/settings';
import styles from './shared-receipt.module.css';

interface CandidateListProps {
  reservations: readonly Reservation[];
  /** Nothing can be sent now. */
  disabled: boolean;
  onChosen: (reservation: Reservation) => void;
}

/** The reservations that a receipt may belong to. */
export function CandidateList({ reservations, disabled, onChosen }: CandidateListProps) {
  const title = useId();
  if (reservations.length === 0) {
    if (disabled) return null;
    return (
      <p>
        Nenhuma reserva sua espera por um comprovante agora. <Link to="/minhasreservas">Ver minhas reservas</Link>
      </p>
    );
  }
  return (
    <section aria-labelledby={title}>
      <h2 id={title}>De qual reserva é o pagamento?</h2>
      <ul className={styles.candidates}>
        {reservations.map((reservation, index) => (
          <Candidate
            key={reservation.id}
            reservation={reservation}
            isFirst={index === 0}
            disabled={disabled}
            onChosen={() => onChosen(reservation)}
          />
        ))}
      </ul>
    </section>
  );
}

interface CandidateProps {
  reservation: Reservation;
  isFirst: boolean;
  disabled: boolean;
  onChosen: () => void;
}

function Candidate({ reservation, isFirst, disabled, onChosen }: CandidateProps) {
  const { timeZone } = useSettings();
  const title = useId();
  const { trip, code, dueCents } = reservation;
  const charge = openCharge(reservation);
  return (
    <li className={styles.candidate}>
      <div>
        <h3 id={title}>{trip.title}</h3>
        <p className={styles.moment}>{momentInWords(trip.date, timeZone)}</p>
        <p>
          {charge ? `Pix de ${formatMoney(charge.amountCents)}` : `Falta pagar ${formatMoney(dueCents)}`} · reserva{' '}
          {code}
        </p>
      </div>
      <Button
        size="md"
        variant={isFirst ? 'filled' : 'default'}
        disabled={disabled}
        aria-describedby={title}
        onClick={onChosen}
      >
        Enviar para esta reserva
      </Button>
    </li>
  );
}
