import { Progress } from '@mantine/core';
import type { Trip } from '@passeio/contract/trips/trips';
import styles from './places-taken.module.css';

/** A trip's occupancy and how many passengers its minimum lacks. */
export function PlacesTaken({ trip }: { trip: Trip }) {
  const { capacity, placesLeft, minParticipants, situation } = trip;
  const taken = capacity - placesLeft;
  const missing = minParticipants - taken;
  return (
    <div className={styles.places}>
      <span>
        {taken} de {capacity}
      </span>
      <Progress
        value={(100 * taken) / capacity}
        size="sm"
        className={styles.bar}
        color={placesLeft <= 0 ? 'var(--danger)' : missing > 0 ? 'var(--warning)' : 'var(--success)'}
        aria-label={`Vagas ocupadas em ${trip.title}`}
      />
      {missing > 0 && situation !== 'closed' && <small className={styles.missing}>{missingInWords(missing)}</small>}
    </div>
  );
}

function missingInWords(missing: number): string {
  return `${missing === 1 ? 'Falta 1' : `Faltam ${missing}`} para a saída garantida`;
}
