import { Button, Group, Text, Textarea, TextInput } from '@mantine/core';
import { requestRefusal } from '@passeio/contract/reservations/reservations';
import { staffReservationRoutes } from '@passeio/contract/reservations/staff-reservation-routes';
import { personCompletion } from '@passeio/contract/users/users';
import { z } from '@passeio/contract/zod';
import { api } from '~/features/session/api';
import { may } from '~/features/session/user-store';
import { type Formats, formatMoney, useFormats } from '~/lib/formats';
import { formatContact } from '~/lib/number-formats';
import { localOf } from '~/lib/zoned-time';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { MaskedInput, phoneMask } from '~/ui/inputs/masked-input';
import { MoveDialog } from './move-dialog';
import { PeopleDialog } from './people-dialog';
import {
  AdjustmentFields,
  adjustmentCents,
  adjustmentRules,
  DeadlineFields,
  type DeadlineFormValues,
  deadlineBefore,
  startAdjustment,
  startDeadline,
} from './reservation-fields';
import { type ReservationAction, type ReservationDialogProps, reservationText } from './task';

const changedData = z
  .custom<z.input<typeof personCompletion>>(
    (body) => Object.keys(body as object).length > 0,
    'Mude algum dado, ou feche.',
  )
  .pipe(personCompletion);

/** Corrects name, telephone and e-mail of a payer without an account. */
export function PayerDialog({ passenger, onClose, onDone }: ReservationDialogProps) {
  const { reservation, payer } = passenger;
  const mayWriteEmail = may('see_documents') && may('refund');
  const known = { name: payer.name, contact: formatContact(payer.contact), email: payer.email ?? '' };
  return (
    <FormDialog
      title="Dados de quem paga"
      lead={`Reserva ${reservation.code}. O documento está com cada pessoa da reserva.`}
      submit="Salvar"
      initial={known}
      schema={changedData}
      toBody={({ name, contact, email }) => ({
        ...(name !== known.name && { name }),
        ...(contact !== known.contact && { contact }),
        ...(email !== known.email && { email: email || null }),
      })}
      save={(body) => {
        const params = { reservationId: reservation.id };
        return api.call(staffReservationRoutes.changePayer, { params, body, toast: false });
      }}
      onSaved={(after) => onDone(`Dados de ${after.payer.name} salvos.`)}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextInput
            data-autofocus
            size="md"
            label="Nome completo"
            name="name"
            autoComplete="off"
            maxLength={120}
            {...form.getInputProps('name')}
          />
          <MaskedInput
            mask={phoneMask}
            size="md"
            label="Telefone com DDD"
            name="contact"
            type="tel"
            inputMode="tel"
            autoComplete="off"
            defaultValue={known.contact}
            error={form.errors.contact}
            onInput={(event) => form.setFieldValue('contact', event.currentTarget.value)}
          />
          <TextInput
            size="md"
            label="E-mail"
            description={
              mayWriteEmail
                ? 'Para avisos sobre a reserva'
                : 'Abre as reservas da pessoa: muda quem pode ver documentos e devolver dinheiro'
            }
            disabled={!mayWriteEmail}
            name="email"
            type="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...form.getInputProps('email')}
          />
        </>
      )}
    </FormDialog>
  );
}

/** Gives a discount, or charges an extra. */
function AdjustmentDialog({ passenger, onClose, onDone }: ReservationDialogProps) {
  const { id, code, totalCents } = passenger.reservation;
  return (
    <FormDialog
      title="Desconto ou acréscimo"
      lead={`${reservationText(passenger)} Total: ${formatMoney(totalCents)}.`}
      submit={({ adjustment }) => (adjustment.kind === 'discount' ? 'Dar desconto' : 'Cobrar acréscimo')}
      initial={{ adjustment: startAdjustment }}
      schema={z.object({ adjustment: adjustmentRules })}
      toBody={({ adjustment }) => ({ adjustment: { ...adjustment, totalCents } })}
      fields={{
        TOTAL_BELOW_ZERO: 'adjustment.amount',
        amountCents: 'adjustment.amount',
        reason: 'adjustment.reason',
      }}
      save={async ({ adjustment }) => {
        const call = { params: { reservationId: id }, body: adjustment, toast: false };
        return { adjustment, after: await api.call(staffReservationRoutes.adjust, call) };
      }}
      onSaved={({ adjustment, after }) => {
        const what = adjustment.amountCents < 0 ? 'Desconto' : 'Acréscimo';
        onDone(`${what} na reserva ${code}: o total agora é ${formatMoney(after.totalCents)}.`);
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <AdjustmentFields form={form} autofocus />
          <p role="status">
            Novo total:{' '}
            <strong>{formatMoney(Math.max(totalCents + adjustmentCents(form.values.adjustment), 0))}</strong>
          </p>
        </>
      )}
    </FormDialog>
  );
}

/** Books a held reservation, or people who were added to a booked one, without the deposit. */
function ConfirmationDialog({ passenger, onClose, onDone }: ReservationDialogProps) {
  const { code, state, dueCents } = passenger.reservation;
  const what = state === 'held' ? 'A vaga fica garantida' : 'Quem aguarda o sinal fica na reserva';
  return (
    <BookingDialog
      {...{ passenger, onClose, onDone }}
      title="Confirmar sem sinal?"
      consequence={`${what}, sem prazo. Continua faltando ${formatMoney(dueCents)}.`}
      submit="Confirmar sem sinal"
      done={`Reserva ${code} confirmada sem sinal.`}
    />
  );
}

/** Books an expired reservation whose places are still free. */
function ReinstatementDialog({ passenger, onClose, onDone }: ReservationDialogProps) {
  const { code, totalCents } = passenger.reservation;
  return (
    <BookingDialog
      {...{ passenger, onClose, onDone }}
      title="Reativar a reserva?"
      consequence={`O prazo do sinal passou. Se ainda houver vagas, ela volta confirmada, sem prazo, no valor de ${formatMoney(totalCents)}.`}
      submit="Reativar a reserva"
      done={`Reserva ${code} reativada e confirmada.`}
    />
  );
}

interface BookingDialogProps extends Pick<ReservationDialogProps, 'passenger' | 'onClose' | 'onDone'> {
  title: string;
  consequence: string;
  submit: string;
  /** What the toast says afterwards. */
  done: string;
}

function BookingDialog({ passenger, consequence, done, onDone, ...dialog }: BookingDialogProps) {
  const params = { reservationId: passenger.reservation.id };
  return (
    <FormDialog
      {...dialog}
      lead={`${reservationText(passenger)} ${consequence}`}
      initial={{}}
      schema={z.object({})}
      save={() => api.call(staffReservationRoutes.confirm, { params, toast: false })}
      onSaved={() => onDone(done)}
    />
  );
}

/** Changes the deadline of a hold. */
function DeadlineDialog({ passenger, trip, onClose, onDone }: ReservationDialogProps) {
  const formats = useFormats();
  const { id, code, holdExpiresAt } = passenger.reservation;
  const until = holdExpiresAt ? `Vaga guardada até ${formats.formatMoment(holdExpiresAt)}.` : 'Hoje sem prazo.';
  return (
    <FormDialog
      title="Mudar o prazo"
      lead={`${reservationText(passenger)} ${until}`}
      submit="Salvar prazo"
      initial={{ deadline: deadlineOf(holdExpiresAt, formats) }}
      schema={z.object({ deadline: deadlineBefore(trip.date, formats.timeZone) })}
      fields={{ HOLD_IN_PAST: 'deadline.day', holdExpiresAt: 'deadline.day' }}
      save={({ deadline = null }) => {
        const call = { params: { reservationId: id }, body: { holdExpiresAt: deadline }, toast: false };
        return api.call(staffReservationRoutes.changeHold, call);
      }}
      onSaved={(after) => onDone(deadlineText(code, after.holdExpiresAt, formats))}
      onClose={onClose}
    >
      {(form) => <DeadlineFields form={form} kinds={['chosen', 'none']} departsAt={trip.date} />}
    </FormDialog>
  );
}

/** A stored deadline as typed. */
function deadlineOf(holdExpiresAt: string | null, { timeZone, today }: Formats): DeadlineFormValues {
  if (holdExpiresAt === null) return startDeadline('none', today);
  const local = localOf(holdExpiresAt, timeZone);
  return { kind: 'chosen', day: local.slice(0, 10), time: local.slice(11, 16) };
}

function deadlineText(code: string, holdExpiresAt: string | null, formats: Formats): string {
  if (holdExpiresAt === null) return `A reserva ${code} ficou sem prazo.`;
  return `Vaga da reserva ${code} guardada até ${formats.formatMoment(holdExpiresAt)}.`;
}

/** Accepts a request, whose payer is asked for the deposit then. */
function AcceptanceDialog({ passenger, onClose, onDone }: ReservationDialogProps) {
  const { id, code, totalCents } = passenger.reservation;
  const { formatDeadline } = useFormats();
  return (
    <FormDialog
      title="Aceitar o pedido?"
      lead={`${reservationText(passenger)} ${formatMoney(totalCents)} no total. Avisamos por e-mail, e o prazo do sinal começa agora.`}
      submit="Aceitar o pedido"
      initial={{}}
      schema={z.object({})}
      save={() => api.call(staffReservationRoutes.accept, { params: { reservationId: id }, toast: false })}
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

const refusalReasons = [
  'Não temos mais vagas para este grupo nesta data.',
  'O passeio pode não sair nesta data.',
  'O barco ou o guia já está reservado neste dia.',
] as const;

const refusal = z.object({
  reason: z.string().refine((reason) => requestRefusal.safeParse({ reason }).success, {
    message: 'Escreva ao cliente por que não, em uma frase.',
  }),
});

/** Refuses a request; the payer reads the reason. */
function RefusalDialog({ passenger, onClose, onDone }: ReservationDialogProps) {
  const { id, code } = passenger.reservation;
  return (
    <FormDialog
      title="Recusar o pedido"
      lead={`${reservationText(passenger)} As vagas ficam livres, e o cliente recebe a sua resposta por e-mail.`}
      submit="Recusar o pedido"
      initial={{ reason: '' }}
      schema={refusal}
      save={(body) => api.call(staffReservationRoutes.refuse, { params: { reservationId: id }, body, toast: false })}
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
          <Group component="fieldset" gap={8}>
            <Text component="legend" mb={8} fz={15} fw={600}>
              Frases prontas
            </Text>
            {refusalReasons.map((text) => (
              <Button
                key={text}
                variant="default"
                size="sm"
                h="auto"
                mih={44}
                py={6}
                ta="start"
                // Two lines on phones.
                styles={{ label: { whiteSpace: 'normal' } }}
                onClick={() => form.setFieldValue('reason', text)}
              >
                {text}
              </Button>
            ))}
          </Group>
        </>
      )}
    </FormDialog>
  );
}

const dialogs = {
  acceptance: AcceptanceDialog,
  refusal: RefusalDialog,
  people: PeopleDialog,
  payer: PayerDialog,
  adjustment: AdjustmentDialog,
  deadline: DeadlineDialog,
  confirmation: ConfirmationDialog,
  move: MoveDialog,
  reinstatement: ReinstatementDialog,
};

/** The dialog of an action with a reservation. */
export function ReservationDialog({ action, ...props }: ReservationDialogProps & { action: ReservationAction }) {
  const Dialog = dialogs[action];
  return <Dialog {...props} />;
}
