import { TextInput } from '@mantine/core';
import { personCompletion } from '@passeio/contract/users/users';
import { useState } from 'react';
import { formatContact } from '~/lib/number-formats';
import { type FieldErrors, fieldErrorsOf } from '~/ui/editing/use-field-errors';
import { MaskedInput, phoneMask } from '~/ui/inputs/masked-input';
import { ActionDialog } from './action-dialog';
import type { ReservationDialogProps } from './reservation-action';
import { changePayer } from './reservation-calls';
import { useAct } from './use-act';

interface PayerFormValues {
  name: string;
  contact: string;
  email: string;
}

const NOT_CHANGED = 'Mude algum dado, ou feche.';

/** Corrects name, telephone and e-mail of a payer without an account. */
export function PayerDialog({ passenger, onClose, onDone }: ReservationDialogProps) {
  const { reservation, payer } = passenger;
  const known: PayerFormValues = { name: payer.name, contact: formatContact(payer.contact), email: payer.email ?? '' };
  const [typed, setTyped] = useState(known);
  const { errors, setErrors, busy, act } = useAct((path) => (path in known ? path : undefined));
  const changed = Object.fromEntries(
    Object.entries(typed).filter(([field, value]) => value !== known[field as keyof PayerFormValues]),
  );
  const isDirty = Object.keys(changed).length > 0;

  function change(field: keyof PayerFormValues, value: string): void {
    setTyped((before) => ({ ...before, [field]: value }));
    setErrors({});
  }

  function submit(): void {
    if (!isDirty) {
      setErrors({ form: NOT_CHANGED });
      return;
    }
    const read = personCompletion.safeParse({ ...changed, ...(changed.email === '' ? { email: null } : {}) });
    if (!read.success) {
      setErrors(fieldErrorsOf(read.error.issues));
      return;
    }
    void act(
      () => changePayer(reservation.id, read.data),
      (after) => onDone(`Dados de ${after.payer.name} salvos.`),
    );
  }

  return (
    <ActionDialog
      title="Dados de quem paga"
      lead={`Reserva ${reservation.code}. O documento está com cada pessoa da reserva.`}
      submit="Salvar"
      busy={busy}
      dirty={isDirty}
      error={errors.form}
      onSubmit={submit}
      onClose={onClose}
    >
      <PayerFields typed={typed} errors={errors} onChange={change} />
    </ActionDialog>
  );
}

interface PayerFieldsProps {
  typed: PayerFormValues;
  errors: FieldErrors;
  onChange: (field: keyof PayerFormValues, value: string) => void;
}

function PayerFields({ typed, errors, onChange }: PayerFieldsProps) {
  return (
    <>
      <TextInput
        data-autofocus
        size="md"
        label="Nome completo"
        name="name"
        autoComplete="off"
        maxLength={120}
        value={typed.name}
        error={errors.name}
        onChange={(event) => onChange('name', event.currentTarget.value)}
      />
      <MaskedInput
        mask={phoneMask}
        size="md"
        label="Telefone com DDD"
        name="contact"
        type="tel"
        inputMode="tel"
        autoComplete="off"
        defaultValue={typed.contact}
        error={errors.contact}
        onInput={(event) => onChange('contact', event.currentTarget.value)}
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
        value={typed.email}
        error={errors.email}
        onChange={(event) => onChange('email', event.currentTarget.value)}
      />
    </>
  );
}
