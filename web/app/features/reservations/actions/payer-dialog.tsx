import { TextInput } from '@mantine/core';
import { staffReservationRoutes } from '@passeio/contract/reservations/staff-reservation-routes';
import { personCompletion } from '@passeio/contract/users/users';
import { z } from '@passeio/contract/zod';
import { formatContact } from '~/lib/number-formats';
import { FormDialog } from '~/ui/dialogs/form-dialog';
import { MaskedInput, phoneMask } from '~/ui/inputs/masked-input';
import { answered, apiInPlace } from '../../session/api';
import type { ReservationDialogProps } from './reservation-action';

const changedData = z
  .custom<z.input<typeof personCompletion>>(
    (body) => Object.keys(body as object).length > 0,
    'Mude algum dado, ou feche.',
  )
  .pipe(personCompletion);

/** Corrects name, telephone and e-mail of a payer without an account. */
export function PayerDialog({ passenger, onClose, onDone }: ReservationDialogProps) {
  const { reservation, payer } = passenger;
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
        return answered(apiInPlace.call(staffReservationRoutes.changePayer, { params, body }));
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
            description="Para avisos sobre a reserva"
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
