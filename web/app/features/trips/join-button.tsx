import type { Enrolment } from '@passeio/contract/reservations';
import type { Trip } from '@passeio/contract/trips';
import { useId, useState } from 'react';
import { Button, buttonClass } from '~/ui/inputs/button';
import styles from './join-button.module.css';

/** Enrols in a trip, without a choice one adult, and shows the outcome; returns whether it worked. */
export type Join = (trip: Pick<Trip, 'id' | 'slug' | 'title'>, choice: Enrolment) => Promise<boolean>;

interface JoinButtonProps {
  trip: Pick<Trip, 'id' | 'slug' | 'title' | 'situation' | 'placesLeft'>;
  join: Join;
  /** What is reserved; without it one adult. */
  choice?: Enrolment;
  /** Why the choice cannot be reserved. */
  obstacle?: string | undefined;
  /** Page of the user's reservation in the trip. */
  reservationPath?: string | undefined;
  label?: string;
  onJoined?: () => void;
}

/** 'Quero participar!', the reason why not, or a link to the existing reservation. */
export function JoinButton({ trip, join, choice, label = 'Quero participar!', onJoined, ...props }: JoinButtonProps) {
  const [busy, setBusy] = useState(false);
  const reason = useId();
  const obstacle = obstacleTo(trip) ?? props.obstacle;

  async function click() {
    setBusy(true);
    try {
      if (await join(trip, choice)) onJoined?.();
    } finally {
      setBusy(false);
    }
  }

  if (props.reservationPath) return <OwnReservation path={props.reservationPath} />;
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
      <div id={reason} role="status" className={styles.reason}>
        {obstacle}
      </div>
    </div>
  );
}

/** Pages behind login have other stylesheets: a full page load opens them. */
function OwnReservation({ path }: { path: string }) {
  return (
    <div className={styles.join}>
      <a href={path} className={buttonClass()}>
        Ver minha reserva
      </a>
      <p className={styles.reason}>Você já tem uma reserva neste passeio.</p>
    </div>
  );
}

/** Why nobody can join a trip. */
export function obstacleTo({ situation, placesLeft }: Pick<Trip, 'situation' | 'placesLeft'>): string | undefined {
  if (situation === 'closed') return 'As reservas deste passeio já se encerraram. Veja os próximos passeios.';
  if (situation === 'draft') return 'Este passeio ainda não está aberto para reservas.';
  if (situation === 'sold_out' || placesLeft <= 0)
    return 'As vagas acabaram. Escolha outro passeio ou fale com a gente.';
  return undefined;
}
