import { Button, Stack, Text } from '@mantine/core';
import type {
  ChoiceDraft,
  DepartureChoice,
  OfferedDeparture,
} from '@passeio/contract/departures/departure-cancellations';
import { refundHow } from '@passeio/contract/payments/refund-parts';
import { beginningExtrasText, endingExtrasText } from '@passeio/contract/trips/extras';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { ApiError } from '~/lib/api';
import { type Formats, formatCalendarDate, formatMoney, useFormats } from '~/lib/formats';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { FormNotice } from '~/ui/editing/form-notice';
import { failureText } from '../session/identity/error';
import styles from './choice-form.module.css';

interface ChoiceFormProps {
  choice: DepartureChoice;
  send: (draft: ChoiceDraft) => Promise<DepartureChoice>;
  onChosen: (choice: DepartureChoice) => void;
  /** The amounts or places have changed, or the choice was made elsewhere: reads the choice again. */
  onStale: () => void;
}

/** Refund, credit if it is offered, or another departure, once: nothing is chosen until it is confirmed. */
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
  const ofMoney = options.filter(({ draft }) => draft.kind !== 'moved');
  const departures = options.filter(({ draft }) => draft.kind === 'moved');
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
    const question = { titulo: 'Confirmar a escolha?', mensagem: consequenceText(option, choice) };
    if (await askToConfirm(question)) mutate(option.draft);
  }
  return (
    <form noValidate onSubmit={confirm} className={styles.form}>
      {error && <FormNotice>{failureText(error) ?? 'Tente de novo em instantes.'}</FormNotice>}
      <Options legend="O que você prefere?" options={ofMoney} chosen={chosen} onChoose={choose} />
      {departures.length > 0 ? (
        <Options legend="Ou viajar em outra saída" options={departures} chosen={chosen} onChoose={choose} />
      ) : (
        <Text c="dimmed">Nenhuma outra saída tem vagas para o seu grupo agora.</Text>
      )}
      {missing && (
        <Text c="var(--danger)" fw={600} role="alert">
          Escolha uma das opções.
        </Text>
      )}
      <Button type="submit" size="md" loading={isPending} aria-describedby={hint}>
        Confirmar a escolha
      </Button>
      <Text id={hint} c="dimmed">
        Você escolhe até {formatCalendarDate(choice.chooseUntil)}. Sem resposta, devolvemos o valor.
      </Text>
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
    <Stack component="fieldset" gap={8} className={styles.options}>
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
            <Text span display="block" c="dimmed">
              {text}
            </Text>
          </span>
        </label>
      ))}
    </Stack>
  );
}

/** A radio button: its label, and what follows from choosing it. */
interface Option {
  id: string;
  label: string;
  text: string;
  draft: ChoiceDraft;
}

/** What a payer chooses from, the refund first: it is what happens without a choice. */
function optionsOf(choice: DepartureChoice, formats: Formats): Option[] {
  const { amountCents, parts, promisedFor, departures } = choice;
  const amount = formatMoney(amountCents);
  const credit: Option = {
    id: 'credit',
    label: `Crédito de ${amount}`,
    text: 'Vale para qualquer passeio nosso e não vence.',
    draft: { kind: 'credit', amountCents },
  };
  return [
    {
      id: 'refund',
      label: `Reembolso de ${amount}`,
      text: `O valor todo volta para você até ${formatCalendarDate(promisedFor)}${refundHow(parts)}.`,
      draft: { kind: 'refund', amountCents },
    },
    credit,
    ...departures.map((departure) => ({
      id: departure.id,
      label: `${departure.title}, ${formats.formatMoment(departure.date)}`,
      text: priceText(departure),
      draft: { kind: 'moved', tripId: departure.id, totalCents: departure.totalCents } as const,
    })),
  ];
}

function priceText({ totalCents, dueCents, refundCents, ...departure }: OfferedDeparture): string {
  const total = `${changingExtrasText(departure)}Custa ${formatMoney(totalCents)} para o seu grupo.`;
  if (dueCents > 0) return `${total} Falta pagar ${formatMoney(dueCents)}.`;
  return refundCents > 0 ? `${total} Devolvemos ${formatMoney(refundCents)}.` : `${total} Está tudo pago.`;
}

/** What ends and begins with another departure; empty, or with a space after it. */
function changingExtrasText({ extras, begun }: Pick<OfferedDeparture, 'extras' | 'begun'>): string {
  const ending = extras.length > 0 ? `${endingExtrasText(extras)} ` : '';
  return begun.length > 0 ? `${ending}${beginningExtrasText(begun)} ` : ending;
}

/** What the choice does, before it is confirmed. */
function consequenceText({ id, draft, label }: Option, { amountCents, departures }: DepartureChoice): string {
  const amount = formatMoney(amountCents);
  if (draft.kind === 'refund') return `Cancelamos a reserva e devolvemos ${amount}. Não dá para voltar atrás.`;
  if (draft.kind === 'credit') {
    return `Cancelamos a reserva e você fica com ${amount} de crédito. Não dá para voltar atrás.`;
  }
  const departure = departures.find((one) => one.id === id);
  const changing = departure ? changingExtrasText(departure) : '';
  return `A sua reserva passa para ${label}. O ponto de embarque fica a combinar. ${changing}Não dá para voltar atrás.`;
}

/** Title and text about what was chosen. */
export function outcomeText(choice: DepartureChoice, formats: Formats): { title: string; text: string } {
  const { outcome, movedTo, amountCents, promisedFor } = choice;
  if (outcome === 'moved' && movedTo) {
    return {
      title: 'Pronto: você vai em outra saída',
      text: `A sua reserva agora é em ${movedTo.title}, ${formats.formatMoment(movedTo.date)}. Enviamos os detalhes por e-mail.`,
    };
  }
  if (outcome === 'credit') {
    return {
      title: 'Pronto: o crédito é seu',
      text: `Você tem ${formatMoney(amountCents)} de crédito para outro passeio. Ele não vence.`,
    };
  }
  if (outcome === 'refund') {
    return {
      title: 'Pronto: vamos devolver o valor',
      text: `Devolvemos ${formatMoney(amountCents)} até ${formatCalendarDate(promisedFor)} e avisamos quando sair da nossa conta.`,
    };
  }
  return { title: 'Nada a escolher', text: 'Nada tinha sido pago nesta reserva, e nada é cobrado.' };
}
