import type { Trip } from '@passeio/contract/trips';
import { useId, useState } from 'react';
import { Button, buttonClass } from '~/ui/inputs/button';
import styles from './join-button.module.css';

/** Enrols in a trip and shows the outcome; returns whether it worked. */
export type Join = (trip: Pick<Trip, 'id' | 'slug' | 'title'>) => Promise<boolean>;

interface JoinButtonProps {
  trip: Pick<Trip, 'id' | 'slug' | 'title' | 'situation' | 'placesLeft'>;
  join: Join;
  /** Whether the user has a reservation in the trip. */
  joined?: boolean;
  label?: string;
  onJoined?: () => void;
}

/** 'Quero participar!', the reason why not, or a link to the existing reservation. */
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

/** Pages behind login have other stylesheets: a full page load opens them. */
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
