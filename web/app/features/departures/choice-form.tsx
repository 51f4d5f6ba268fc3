import { Button } from '@mantine/core';
import type { ChoiceDraft, DepartureChoice } from '@passeio/contract/departures/departure-cancellations';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { ApiError } from '~/lib/api';
import { formatCalendarDate, useFormats } from '~/lib/formats';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { FormNotice } from '~/ui/editing/form-notice';
import { failureText } from '../session/identity/error';
import styles from './choice-form.module.css';
import { consequenceOf, type Option, optionsOf } from './choice-words';

interface ChoiceFormProps {
  choice: DepartureChoice;
  send: (draft: ChoiceDraft) => Promise<DepartureChoice>;
  onChosen: (settled: DepartureChoice) => void;
  /** The amounts or places are others by now, or it was chosen elsewhere: what there is is to be read again. */
  onStale: () => void;
}

/** Refund, credit or another departure, once: nothing is chosen until it is confirmed. */
export function ChoiceForm({ choice, send, onChosen, onStale }: ChoiceFormProps) {
  const formats = useFormats();
  const [chosen, setChosen] = useState<string>();
  const [missing, setMissing] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: send,
    onSuccess: onChosen,
    onError(error) {
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) onStale();
    },
  });
  const options = optionsOf(choice, formats);
  const hint = useId();
  const choose = (id: string) => {
    setChosen(id);
    setMissing(false);
  };
  async function confirm(event: FormEvent): Promise<void> {
    event.preventDefault();
    const option = options.find(({ id }) => id === chosen);
    setMissing(!option);
    if (!option) return;
    const question = { titulo: 'Confirmar a escolha?', mensagem: consequenceOf(option, choice) };
    if (await askToConfirm(question)) mutate(option.draft);
  }
  return (
    <form noValidate onSubmit={confirm} className={styles.form}>
      {error && <FormNotice>{failureText(error) ?? 'Tente de novo em instantes.'}</FormNotice>}
      <Options legend="O que você prefere?" options={options.slice(0, 2)} chosen={chosen} onChoose={choose} />
      {options.length > 2 ? (
        <Options legend="Ou viajar em outra saída" options={options.slice(2)} chosen={chosen} onChoose={choose} />
      ) : (
        <p className={styles.hint}>Nenhuma outra saída tem vagas para o seu grupo agora.</p>
      )}
      {missing && (
        <p className={styles.missing} role="alert">
          Escolha uma das opções.
        </p>
      )}
      <Button type="submit" size="md" loading={isPending} aria-describedby={hint}>
        Confirmar a escolha
      </Button>
      <p id={hint} className={styles.hint}>
        Você escolhe até {formatCalendarDate(choice.chooseUntil)}. Sem resposta, devolvemos o valor.
      </p>
    </form>
  );
}

interface OptionsProps {
  legend: string;
  options: readonly Option[];
  chosen: string | undefined;
  onChoose: (id: string) => void;
}

function Options({ legend, options, chosen, onChoose }: OptionsProps) {
  return (
    <fieldset className={styles.options}>
      <legend>{legend}</legend>
      {options.map(({ id, label, text }) => (
        <label key={id}>
          <input
            type="radio"
            name="choice"
            value={id}
            checked={chosen === id}
            onChange={() => onChoose(id)}
            aria-label={`${label}. ${text}`}
          />
          <span>
            <strong>{label}</strong>
            <span>{text}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
