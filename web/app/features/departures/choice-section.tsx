import { Button } from '@mantine/core';
import { choiceRoutes } from '@passeio/contract/departures/choice-routes';
import type { DepartureChoice } from '@passeio/contract/departures/departure-cancellations';
import { useEffect, useState } from 'react';
import { useSettings } from '~/lib/settings';
import { FormNotice } from '~/ui/editing/form-notice';
import { answered, apiInPlace } from '../session/api';
import { failureSentence } from '../session/failure-sentence';
import { ChoiceForm } from './choice-form';
import styles from './choice-form.module.css';
import { outcomeOf } from './choice-words';

interface ChoiceSectionProps {
  reservationId: string;
  /** Reloads the reservation. */
  onChosen: () => void;
}

type Reading = { choice: DepartureChoice } | { notice: string } | undefined;

/** What the user chooses after the operator cancelled the departure of their reservation. */
export function ChoiceSection({ reservationId, onChosen }: ChoiceSectionProps) {
  const { timeZone } = useSettings();
  const [reading, setReading] = useState<Reading>();
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt reads again
  useEffect(() => {
    const leaving = new AbortController();
    answered(apiInPlace.call(choiceRoutes.readChoice, { params: { reservationId }, signal: leaving.signal })).then(
      (choice) => setReading({ choice }),
      (error) => {
        if (!leaving.signal.aborted) setReading({ notice: failureSentence(error) ?? 'Tente de novo em instantes.' });
      },
    );
    return () => leaving.abort();
  }, [reservationId, attempt]);
  const again = () => setAttempt((count) => count + 1);

  if (!reading) return <p role="status">Carregando as opções…</p>;
  if ('notice' in reading) {
    return (
      <div className={styles.form}>
        <FormNotice>{reading.notice}</FormNotice>
        <Button size="md" variant="default" onClick={again}>
          Tentar de novo
        </Button>
      </div>
    );
  }
  const { choice } = reading;
  if (choice.outcome !== null) {
    const { title, text } = outcomeOf(choice, timeZone);
    return (
      <p role="status" className={styles.reason}>
        <strong>{title}.</strong> {text}
      </p>
    );
  }
  return (
    <div className={styles.form}>
      <p className={styles.reason}>
        <strong>Motivo:</strong> {choice.reason}
      </p>
      <ChoiceForm
        choice={choice}
        send={(body) => answered(apiInPlace.call(choiceRoutes.choose, { params: { reservationId }, body }))}
        onChosen={(settled) => {
          setReading({ choice: settled });
          onChosen();
        }}
        onStale={again}
      />
    </div>
  );
}
