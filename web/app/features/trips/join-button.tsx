import type { Trip } from '@passeio/contract/trips';
import { useId, useState } from 'react';
import { Button } from '~/ui/button';
import styles from './join-button.module.css';

/** Enrols in a trip; answers whether it worked. Tells the outcome itself. */
export type Join = (tripId: string) => Promise<boolean>;

interface JoinButtonProps {
  trip: Pick<Trip, 'id' | 'situation' | 'placesLeft'>;
  join: Join;
  onJoined?: () => void;
}

/** 'Quero participar!', or the reason why that is not possible. */
export function JoinButton({ trip, join, onJoined }: JoinButtonProps) {
  const [busy, setBusy] = useState(false);
  const reason = useId();
  const obstacle = obstacleTo(trip);

  async function click() {
    setBusy(true);
    try {
      if (await join(trip.id)) onJoined?.();
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className={styles.join}>
      <Button
        busy={busy}
        disabled={obstacle !== undefined}
        onClick={click}
        aria-describedby={obstacle ? reason : undefined}
        className={styles.button}
      >
        Quero participar!
      </Button>
      {obstacle && (
        <p id={reason} className={styles.reason}>
          {obstacle}
        </p>
      )}
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
