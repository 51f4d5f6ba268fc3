import { Button } from '@mantine/core';
import { choiceRoutes } from '@passeio/contract/departures/choice-routes';
import { useQuery } from '@tanstack/react-query';
import { ChoiceForm } from '~/features/departures/choice-form';
import styles from '~/features/departures/choice-form.module.css';
import { outcomeOf } from '~/features/departures/choice-words';
import { answered, apiInPlace } from '~/features/session/api';
import { failureText } from '~/features/session/identity/error';
import { keyOf, load, queryClient } from '~/features/session/queries';
import { useFormats } from '~/lib/formats';
import { FormNotice } from '~/ui/editing/form-notice';

interface ChoiceSectionProps {
  reservationId: string;
  /** Reloads the reservation. */
  onChosen: () => void;
}

/** What the user chooses after the operator cancelled the departure of their reservation. */
export function ChoiceSection({ reservationId, onChosen }: ChoiceSectionProps) {
  const formats = useFormats();
  const input = { params: { reservationId } };
  const { data: choice, error, isFetching, refetch } = useQuery(load(choiceRoutes.readChoice, input));

  if (!choice) {
    if (!error || isFetching) return <p role="status">Carregando as opções…</p>;
    return (
      <div className={styles.form}>
        <FormNotice>{failureText(error) ?? 'Tente de novo em instantes.'}</FormNotice>
        <Button size="md" variant="default" onClick={() => void refetch()}>
          Tentar de novo
        </Button>
      </div>
    );
  }
  if (choice.outcome !== null) {
    const { title, text } = outcomeOf(choice, formats);
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
        send={(body) => answered(apiInPlace.call(choiceRoutes.choose, { ...input, body }))}
        onChosen={(settled) => {
          queryClient.setQueryData(keyOf(choiceRoutes.readChoice, input), settled);
          onChosen();
        }}
        onStale={() => void refetch()}
      />
    </div>
  );
}
