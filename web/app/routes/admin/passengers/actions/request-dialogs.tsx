import { Button, Textarea } from '@mantine/core';
import { requestRefusal } from '@passeio/contract/reservations/reservations';
import { staffReservationRoutes } from '@passeio/contract/reservations/staff-reservation-routes';
import { z } from '@passeio/contract/zod';
import { apiInPlace, orRedirect } from '~/features/session/api';
import { formatMoney, useFormats } from '~/lib/formats';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import styles from './actions.module.css';
import { type ReservationDialogProps, reservationWords } from './reservation-action';

/** Accepts a request, whose payer is asked for the deposit then. */
export function AcceptanceDialog({ passenger, onClose, onDone }: ReservationDialogProps) {
  const { id, code, totalCents } = passenger.reservation;
  const { formatDeadline } = useFormats();
  return (
    <FormDialog
      title="Aceitar o pedido?"
      lead={`${reservationWords(passenger)} ${formatMoney(totalCents)} no total. Avisamos por e-mail, e o prazo do sinal começa agora.`}
      submit="Aceitar o pedido"
      initial={{}}
      schema={z.object({})}
      save={() => orRedirect(apiInPlace.call(staffReservationRoutes.accept, { params: { reservationId: id } }))}
      onSaved={({ holdExpiresAt }) =>
        onDone(
          holdExpiresAt
            ? `Pedido ${code} aceito: o sinal é esperado até ${formatDeadline(holdExpiresAt)}.`
            : `Pedido ${code} aceito e confirmado.`,
        )
      }
      onClose={onClose}
    />
  );
}

const sentences = [
  'Não temos mais vagas para este grupo nesta data.',
  'O passeio pode não sair nesta data.',
  'O barco ou o guia já está reservado neste dia.',
] as const;

const refusal = z.object({
  reason: z.string().refine((reason) => requestRefusal.safeParse({ reason }).success, {
    message: 'Escreva ao cliente por que não, em uma frase.',
  }),
});

/** Refuses a request with a sentence for its payer. */
export function RefusalDialog({ passenger, onClose, onDone }: ReservationDialogProps) {
  const { id, code } = passenger.reservation;
  return (
    <FormDialog
      title="Recusar o pedido"
      lead={`${reservationWords(passenger)} As vagas ficam livres, e o cliente recebe a sua resposta por e-mail.`}
      submit="Recusar o pedido"
      initial={{ reason: '' }}
      schema={refusal}
      save={(body) =>
        orRedirect(apiInPlace.call(staffReservationRoutes.refuse, { params: { reservationId: id }, body }))
      }
      onSaved={() => onDone(`Pedido ${code} recusado. As vagas ficaram livres.`)}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Textarea
            label="Resposta ao cliente"
            description="O cliente lê: “A nossa equipe não pôde aceitar o pedido: …”"
            data-autofocus
            name="reason"
            size="md"
            rows={3}
            maxLength={300}
            {...form.getInputProps('reason')}
          />
          <fieldset className={styles.sentences}>
            <legend>Frases prontas</legend>
            {sentences.map((sentence) => (
              <Button
                key={sentence}
                variant="default"
                size="sm"
                onClick={() => form.setFieldValue('reason', sentence)}
                className={styles.sentence}
              >
                {sentence}
              </Button>
            ))}
          </fieldset>
        </>
      )}
    </FormDialog>
  );
}
