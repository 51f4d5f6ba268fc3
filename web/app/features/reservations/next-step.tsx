import { Button } from '@mantine/core';
import type { Reservation } from '@passeio/contract/reservations/reservations';
import { IconClockHour4 } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useFormats } from '~/lib/formats';
import { timeLeft, useNow } from './deadline';
import styles from './next-step.module.css';
import { isKnown } from './reservation-states';

/** How long after its deadline a status is asked for again. */
const RECENT_MS = 5 * 60_000;

interface NextStepProps {
  reservation: Pick<Reservation, 'state' | 'status'>;
  /** Called when the deadline has passed, every minute for a few minutes. */
  onOver?: (() => void) | undefined;
}

/** What to do next for a reservation and until when, with a countdown. */
export function NextStep({ reservation, onOver }: NextStepProps) {
  const { nextStep, until } = reservation.status;
  if (!isKnown(reservation)) return <OldPage />;
  return (
    <div className={styles.step}>
      <p className={styles.what}>{nextStep}</p>
      {until && <Deadline until={until} onOver={onOver} />}
    </div>
  );
}

function Deadline({ until, onOver }: { until: string; onOver?: (() => void) | undefined }) {
  const { formatDeadline } = useFormats();
  const now = useNow(until);
  const left = timeLeft(until, now);
  const when = formatDeadline(until);
  // The server ends it within a minute.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per minute
  useEffect(() => {
    const over = now - Date.parse(until);
    if (over >= 0 && over < RECENT_MS) onOver?.();
  }, [now, until]);
  return (
    <p className={styles.until}>
      <IconClockHour4 size={18} aria-hidden />
      <span>
        {left ? (
          <>
            <strong>{left}</strong>
            {` · até ${when}`}
          </>
        ) : (
          `O prazo era ${when}`
        )}
      </span>
    </p>
  );
}

function OldPage() {
  return (
    <div className={styles.step}>
      <p className={styles.what}>Esta página é mais antiga que o sistema. Atualize para ver a situação da reserva.</p>
      <Button size="md" mt="sm" onClick={() => window.location.reload()}>
        Atualizar a página
      </Button>
    </div>
  );
}
