import { Button, Textarea } from '@mantine/core';
import { requestRefusal } from '@passeio/contract/reservations/reservations';
import { useState } from 'react';
import { formatMoney } from '~/lib/formats';
import { useSettings } from '~/lib/settings';
import { deadlineInWords } from '../deadline';
import { ActionDialog } from './action-dialog';
import styles from './actions.module.css';
import type { ReservationDialogProps } from './reservation-action';
import { acceptRequest, refuseRequest } from './reservation-calls';
import { reservationWords } from './reservation-words';
import { useAct } from './use-act';

/** Accepts a request, whose payer is asked for the deposit then. */
export function AcceptanceDialog({ passenger, onClose, onDone }: ReservationDialogProps) {
  const { id, code, totalCents } = passenger.reservation;
  const { timeZone } = useSettings();
  const { errors, busy, act } = useAct();
  const accept = () =>
    act(
      () => acceptRequest(id),
      ({ holdExpiresAt }) =>
        onDone(
          holdExpiresAt
            ? `Pedido ${code} aceito: o sinal é esperado até ${deadlineInWords(holdExpiresAt, timeZone)}.`
            : `Pedido ${code} aceito e confirmado.`,
        ),
    );
  return (
    <ActionDialog
      title="Aceitar o pedido?"
      lead={`${reservationWords(passenger)} ${formatMoney(totalCents)} no total. Avisamos por e-mail, e o prazo do sinal começa agora.`}
      submit="Aceitar o pedido"
      busy={busy}
      error={errors.form}
      onSubmit={() => void accept()}
      onClose={onClose}
    />
  );
}

const sentences = [
  'Não temos mais vagas para este grupo nesta data.',
  'O passeio pode não sair nesta data.',
  'O barco ou o guia já está reservado neste dia.',
] as const;

/** Refuses a request with a sentence for its payer. */
export function RefusalDialog({ passenger, onClose, onDone }: ReservationDialogProps) {
  const { id, code } = passenger.reservation;
  const [reason, setReason] = useState('');
  const { errors, setErrors, busy, act } = useAct((name) => (name === 'reason' ? name : undefined));

  function type(sentence: string): void {
    setReason(sentence);
    setErrors({});
  }

  function submit(): void {
    const read = requestRefusal.safeParse({ reason });
    if (!read.success) {
      setErrors({ reason: 'Escreva ao cliente por que não, em uma frase.' });
      return;
    }
    void act(
      () => refuseRequest(id, read.data),
      () => onDone(`Pedido ${code} recusado. As vagas ficaram livres.`),
    );
  }

  return (
    <ActionDialog
      title="Recusar o pedido"
      lead={`${reservationWords(passenger)} As vagas ficam livres, e o cliente recebe a sua resposta por e-mail.`}
      submit="Recusar o pedido"
      busy={busy}
      dirty={reason.trim() !== ''}
      error={errors.form}
      onSubmit={submit}
      onClose={onClose}
    >
      <Textarea
        label="Resposta ao cliente"
        description="O cliente lê: “A nossa equipe não pôde aceitar o pedido: …”"
        data-autofocus
        name="reason"
        size="md"
        rows={3}
        maxLength={300}
        value={reason}
        error={errors.reason}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <fieldset className={styles.sentences}>
        <legend>Frases prontas</legend>
        {sentences.map((sentence) => (
          <Button key={sentence} variant="default" size="sm" onClick={() => type(sentence)} className={styles.sentence}>
            {sentence}
          </Button>
        ))}
      </fieldset>
    </ActionDialog>
  );
}
