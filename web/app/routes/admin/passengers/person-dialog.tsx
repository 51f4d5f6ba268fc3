import { Button } from '@mantine/core';
import type { Passenger } from '@passeio/contract/passengers';
import { type FormEvent, useId, useState } from 'react';
import { completePassenger } from '~/features/reservations/passengers/passenger-calls';
import { firstName, missingWords } from '~/features/reservations/passengers/passenger-words';
import { useCarefulClose } from '~/features/reservations/passengers/use-careful-close';
import type { FieldErrors } from '~/features/users/person-form';
import { useFieldErrors } from '~/features/users/use-field-errors';
import { WrittenPersonFields } from '~/features/users/written-person-fields';
import {
  checkWrittenField,
  completionOf,
  readWrittenPerson,
  typedWrittenPerson,
  writtenErrors,
} from '~/features/users/written-person-form';
import { ApiError } from '~/lib/api';
import { formatCalendarDate } from '~/lib/formats';
import { formatContact, formatDocumentCpf } from '~/lib/number-formats';
import { useSettings } from '~/lib/settings';
import { FormNotice } from '~/ui/form-notice';
import { ModalDialog } from '~/ui/modal-dialog';
import styles from './person-dialog.module.css';

interface PersonDialogProps {
  passenger: Passenger;
  /** Who has an account is corrected by administrators only. */
  isAdmin: boolean;
  onClose: () => void;
  onDone: (sentence: string) => void;
}

/** A passenger's data: to be filled in, or only to be read where it is theirs alone. */
export function PersonDialog({ isAdmin, ...props }: PersonDialogProps) {
  return props.passenger.person.hasAccount && !isAdmin ? <PersonFacts {...props} /> : <PersonForm {...props} />;
}

function PersonForm({ passenger, onClose, onDone }: Omit<PersonDialogProps, 'isAdmin'>) {
  const { state } = useSettings();
  const { person } = passenger;
  const { form, errors, busy, watch, submit, close, checkIssuer } = usePersonForm(passenger, onClose, onDone);
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
      <form id={id} ref={form} noValidate onSubmit={submit} {...watch}>
        <WrittenPersonFields
          errors={errors}
          homeState={state}
          defaults={typedWrittenPerson(person)}
          fixedEmail={person.hasAccount}
          onIssuerChange={checkIssuer}
        />
      </form>
    </ModalDialog>
  );
}

function usePersonForm({ person, reservation }: Passenger, onClose: () => void, onDone: (sentence: string) => void) {
  const { form, errors, setError, refuse, watch } = useFieldErrors(checkWrittenField);
  const [dirty, setDirty] = useState(false);
  const [busy, setBusy] = useState(false);

  async function save(typed: FormData): Promise<FieldErrors> {
    const read = readWrittenPerson(typed);
    if ('errors' in read) return read.errors;
    const change = completionOf(person, read.person);
    const name = firstName(read.person);
    if (Object.keys(change).length > 0) await completePassenger(reservation.id, change);
    onDone(`Dados de ${name} salvos.`);
    return {};
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      refuse(await save(new FormData(event.currentTarget)));
    } catch (error) {
      // The API client has told what went wrong.
      if (error instanceof ApiError) refuse(writtenErrors(error.fields));
    } finally {
      setBusy(false);
    }
  }

  function onInput(event: FormEvent<HTMLFormElement>): void {
    setDirty(true);
    watch.onInput(event);
  }

  function checkIssuer(value: string): void {
    if (value !== (person.emitter ?? '')) setDirty(true);
    if (errors.emitter) setError('emitter', checkWrittenField('emitter', value));
  }

  const close = useCarefulClose(dirty, onClose);
  return { form, errors, busy, watch: { ...watch, onInput }, submit, close, checkIssuer };
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
      <div className={styles.stack}>
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
      </div>
    </ModalDialog>
  );
}
