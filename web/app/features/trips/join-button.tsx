import type { Trip } from '@passeio/contract/trips';
import { useId, useState } from 'react';
import { Button, buttonClass } from '~/ui/inputs/button';
import styles from './join-button.module.css';

/** Enrols in a trip; answers whether it worked. Tells the outcome itself. */
export type Join = (trip: Pick<Trip, 'id' | 'slug' | 'title'>) => Promise<boolean>;

interface JoinButtonProps {
  trip: Pick<Trip, 'id' | 'slug' | 'title' | 'situation' | 'placesLeft'>;
  join: Join;
  /** Whether the person has a reservation in it. */
  joined?: boolean;
  label?: string;
  onJoined?: () => void;
}

/** 'Quero participar!', the reason why that is not possible, or the way to the reservation that there is. */
export function JoinButton({ trip, join, joined, label = 'Quero participar!', onJoined }: JoinButtonProps) {
  const [busy, setBusy] = useState(false);
  const reason = useId();
  const obstacle = obstacleTo(trip);

  async function click() {
    setBusy(true);
    try {
      if (await join(trip)) onJoined?.();
    } finally {
      setBusy(false);
    }
  }

  if (joined) return <OwnReservation />;
  return (
    <div className={styles.join}>
      <Button
        busy={busy}
        disabled={obstacle !== undefined}
        onClick={click}
        aria-describedby={obstacle ? reason : undefined}
        className={styles.button}
      >
        {label}
      </Button>
      {obstacle && (
        <p id={reason} className={styles.reason}>
          {obstacle}
        </p>
      )}
    </div>
  );
}

/** Logged-in pages have styles of their own: from the portal they are entered by a full load. */
function OwnReservation() {
  return (
    <div className={styles.join}>
      <a href="/minhasreservas" className={buttonClass()}>
        Ver minha reserva
      </a>
      <p className={styles.reason}>Você já tem uma reserva neste passeio.</p>
    </div>
  );
}

function obstacleTo({ situation, placesLeft }: JoinButtonProps['trip']): string | undefined {
  if (situation === 'closed') return 'As reservas deste passeio já se encerraram. Veja os próximos passeios.';
  if (situation === 'draft') return 'Este passeio ainda não está aberto para reservas.';
  if (situation === 'sold_out' || placesLeft <= 0)
    return 'As vagas acabaram. Escolha outro passeio ou fale com a gente.';
  return undefined;
}
