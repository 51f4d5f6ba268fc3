import { Button, Stack } from '@mantine/core';
import type { Passenger } from '@passeio/contract/passengers';
import { useId } from 'react';
import { completePassenger } from '~/features/reservations/passengers/passenger-calls';
import { firstName, missingWords } from '~/features/reservations/passengers/passenger-labels';
import { useConfirmClose } from '~/features/reservations/passengers/use-confirm-close';
import { GuestPersonFields } from '~/features/users/person-fields';
import {
  checkGuestField,
  completionOf,
  errorsByField,
  parseGuestPerson,
  typedPerson,
} from '~/features/users/person-form';
import { formatCalendarDate } from '~/lib/formats';
import { formatContact, formatDocumentCpf } from '~/lib/number-formats';
import { useSettings } from '~/lib/settings';
import { ModalDialog } from '~/ui/dialogs/modal-dialog';
import { FormNotice } from '~/ui/editing/form-notice';
import { useDirtyForm } from '~/ui/editing/use-dirty-form';
import styles from './person-dialog.module.css';

interface PersonDialogProps {
  passenger: Passenger;
  /** Only administrators edit people with an account. */
  isAdmin: boolean;
  onClose: () => void;
  onDone: (sentence: string) => void;
}

/** A passenger's data: a form, or read-only if the user may not edit it. */
export function PersonDialog({ isAdmin, ...props }: PersonDialogProps) {
  return props.passenger.person.hasAccount && !isAdmin ? <PersonFacts {...props} /> : <PersonForm {...props} />;
}

function PersonForm({ passenger, onClose, onDone }: Omit<PersonDialogProps, 'isAdmin'>) {
  const { state } = useSettings();
  const { person } = passenger;
  const { props, errors, busy, change, close } = usePersonForm(passenger, onClose, onDone);
  const defaults = typedPerson(person);
  const id = useId();
  return (
    <ModalDialog
      title="Dados da pessoa"
      lead={[person.name, missingWords(passenger)].filter(Boolean).join('. ')}
      onClose={close}
      actions={
        <>
          <Button size="md" variant="default" onClick={close}>
            Voltar
          </Button>
          <Button type="submit" form={id} size="md" loading={busy}>
            Salvar dados
          </Button>
        </>
      }
    >
      <form id={id} {...props}>
        <GuestPersonFields
          errors={errors}
          homeState={state}
          defaults={defaults}
          fixedEmail={person.hasAccount}
          onIssuerChange={(value) => change('emitter', value, defaults.emitter)}
        />
      </form>
    </ModalDialog>
  );
}

function usePersonForm({ person, reservation }: Passenger, onClose: () => void, onDone: (sentence: string) => void) {
  const form = useDirtyForm({
    check: checkGuestField,
    read: parseGuestPerson,
    save: async ({ payload: typed }) => {
      const change = completionOf(person, typed);
      if (Object.keys(change).length > 0) await completePassenger(reservation.id, change);
      onDone(`Dados de ${firstName(typed)} salvos.`);
    },
    named: errorsByField,
  });
  return { ...form, close: useConfirmClose(form.dirty, onClose) };
}

function PersonFacts({ passenger: { person }, onClose }: Pick<PersonDialogProps, 'passenger' | 'onClose'>) {
  const facts = [
    ['Telefone', formatContact(person.contact)],
    ['E-mail', person.email],
    ['CPF', person.cpf && formatDocumentCpf(person.cpf)],
    ['RG', person.rg],
    ['Órgão emissor', person.emitter],
    ['Nascimento', person.birthdate && formatCalendarDate(person.birthdate)],
  ];
  return (
    <ModalDialog
      title="Dados da pessoa"
      lead={person.name}
      onClose={onClose}
      actions={
        <Button size="md" variant="default" onClick={onClose}>
          Fechar
        </Button>
      }
    >
      <Stack gap="lg">
        <FormNotice tone="info">
          Esta pessoa tem conta própria e cuida dos seus dados. Um administrador também pode corrigi-los.
        </FormNotice>
        <dl className={styles.facts}>
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value ?? '—'}</dd>
            </div>
          ))}
        </dl>
      </Stack>
    </ModalDialog>
  );
}
