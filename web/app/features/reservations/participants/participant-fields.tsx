import { NativeSelect, TextInput, type TextInputProps } from '@mantine/core';
import { documentTypes } from '@passeio/contract/reservations/participants';
import type { MaskInputOptions } from 'maska';
import type { ReactNode } from 'react';
import { useSettings } from '~/lib/settings';
import fields from '~/ui/editing/field-grid.module.css';
import { IssuerInput } from '~/ui/inputs/issuer-input';
import { cpfMask, dateMask, MaskedInput, phoneMask } from '~/ui/inputs/masked-input';
import { boardingOptions } from '../boarding-choice';
import { isDocumentType, type ParticipantInput, useParticipantField, useParticipantState } from './participant-form';

interface ParticipantFieldsProps {
  boardingPoints: readonly { id: string; time: string; place: string }[];
  /** The person fills in their own data: the browser may suggest it. */
  own?: boolean;
  /** What is saved of fields that do not show it, as "•••725". */
  masked?: Partial<Record<ParticipantInput, string>>;
  /** Shown after the birth date: what follows from it. */
  afterBirthdate?: ReactNode;
}

/** The fields of one person of a reservation. */
export function ParticipantFields({
  boardingPoints,
  own = false,
  masked = {},
  afterBirthdate,
}: ParticipantFieldsProps) {
  const autoComplete = (value: string) => (own ? value : 'off');
  return (
    // What follows from the birth date comes after it on a phone; beside it stands the next field where there is room.
    <div className={fields.grid} style={{ gridAutoFlow: 'dense' }}>
      <LineField
        name="name"
        label="Nome completo"
        description="Igual ao documento"
        className={fields.wide}
        placeholder={masked.name}
        autoComplete={autoComplete('name')}
        autoCapitalize="words"
        maxLength={120}
      />
      <MaskedField
        name="birthdate"
        label="Data de nascimento"
        mask={dateMask}
        placeholder={masked.birthdate ?? 'dd/mm/aaaa'}
        inputMode="numeric"
        autoComplete={autoComplete('bday')}
      />
      {afterBirthdate && <div className={fields.wide}>{afterBirthdate}</div>}
      <MaskedField
        name="cpf"
        label="CPF"
        mask={cpfMask}
        placeholder={masked.cpf ?? '000.000.000-00'}
        inputMode="numeric"
        autoComplete="off"
      />
      <DocumentFields maskedNumber={masked.documentNumber} />
      <MaskedField
        name="contact"
        label="Celular ou telefone"
        mask={phoneMask}
        placeholder={masked.contact ?? '(00) 00000-0000'}
        type="tel"
        autoComplete={autoComplete('tel-national')}
      />
      <BoardingPointField points={boardingPoints} />
      <LineField
        name="notes"
        label="Observações para o embarque"
        description="Opcional, como alergia ou cadeira de rodas: quem recebe você no embarque lê"
        className={fields.wide}
        placeholder={masked.notes}
        autoComplete="off"
        maxLength={200}
      />
    </div>
  );
}

function DocumentFields({ maskedNumber }: { maskedNumber: string | undefined }) {
  const type = useParticipantState((state) => state.fields.documentType);
  return (
    <>
      <ChoiceField
        name="documentType"
        label="Tipo de documento"
        // A type that this version of the page does not know stays.
        data={[
          ...Object.entries(documentTypes).map(([value, label]) => ({ value, label })),
          ...(isDocumentType(type) ? [] : [{ value: type, label: 'Outro' }]),
        ]}
      />
      <LineField
        name="documentNumber"
        label="Número do documento"
        description={type === 'cin' ? 'Na CIN, o número é o CPF' : undefined}
        placeholder={maskedNumber}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={30}
      />
      <IssuerField />
    </>
  );
}

type LineProps = { name: ParticipantInput } & Omit<TextInputProps, 'name'>;

function LineField({ name, ...props }: LineProps) {
  const { value, error, change, leave } = useParticipantField(name);
  return (
    <TextInput
      name={name}
      size="md"
      value={value}
      error={error}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={leave}
      {...props}
    />
  );
}

function MaskedField({ name, mask, ...props }: LineProps & { mask: MaskInputOptions }) {
  const { value, error, change, leave } = useParticipantField(name);
  const revision = useParticipantState((state) => state.revision);
  return (
    <MaskedInput
      // It keeps its own text.
      key={revision}
      name={name}
      mask={mask}
      size="md"
      defaultValue={value}
      error={error}
      onInput={(event) => change(event.currentTarget.value)}
      onBlur={leave}
      {...props}
    />
  );
}

function IssuerField() {
  const { state } = useSettings();
  const { value, error, change, leave } = useParticipantField('documentIssuer');
  const revision = useParticipantState((form) => form.revision);
  return (
    <IssuerInput
      key={revision}
      name="documentIssuer"
      label="Órgão emissor"
      description="Com a UF, como em SSP/MG"
      size="md"
      homeState={state}
      defaultValue={value}
      error={error}
      onChange={change}
      onBlur={leave}
      autoComplete="off"
      autoCapitalize="characters"
      maxLength={30}
      // Inside a dialog everything outside is inert.
      comboboxProps={{ withinPortal: false }}
    />
  );
}

interface ChoiceProps {
  name: ParticipantInput;
  label: string;
  description?: string | undefined;
  className?: string | undefined;
  data: { value: string; label: string }[];
}

/** A choice among few. */
export function ChoiceField({ name, ...props }: ChoiceProps) {
  const { value, error, change } = useParticipantField(name);
  return (
    <NativeSelect
      name={name}
      size="md"
      value={value}
      error={error}
      onChange={(event) => change(event.currentTarget.value)}
      {...props}
    />
  );
}

function BoardingPointField({ points }: { points: ParticipantFieldsProps['boardingPoints'] }) {
  if (points.length === 0) return null;
  return (
    <ChoiceField
      name="boardingPointId"
      label="Ponto de embarque"
      className={fields.wide}
      data={boardingOptions(points)}
    />
  );
}
