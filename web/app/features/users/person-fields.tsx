import { TextInput } from '@mantine/core';
import type { FieldErrors } from '~/ui/editing/use-field-errors';
import { IssuerInput } from './issuer-input';
import { cpfMask, dateMask, MaskedInput, phoneMask } from './masked-input';
import styles from './person-fields.module.css';
import type { PersonField } from './person-form';

interface PersonFieldsProps {
  errors: FieldErrors;
  /** The operator's state: the first suggestion for the issuer. */
  homeState: string;
  defaults?: Partial<Record<PersonField, string>>;
  /** Choosing a suggestion makes no input event. */
  onIssuerChange?: (value: string) => void;
  /** Whose data they are: one's own, those of somebody with an account, or of somebody who may have told little. */
  whose?: 'own' | 'account' | 'guest';
  /** Fields to show; default all. */
  only?: readonly PersonField[];
}

type Field = (name: PersonField) => {
  name: PersonField;
  size: 'md';
  defaultValue: string | undefined;
  error: string | undefined;
  required: boolean;
  withAsterisk: false;
};

/** Always required. */
const alwaysAsked: readonly PersonField[] = ['fullname', 'contact'];

/** Fields of a person's data, without e-mail and password. */
export function PersonFields({
  errors,
  homeState,
  defaults = {},
  onIssuerChange,
  whose = 'own',
  only,
}: PersonFieldsProps) {
  const asks = (name: PersonField) => !only || only.includes(name);
  const isOwn = whose === 'own';
  const field: Field = (name) => ({
    name,
    size: 'md',
    defaultValue: defaults[name],
    error: errors[name],
    required: whose !== 'guest' || alwaysAsked.includes(name),
    withAsterisk: false,
  });
  return (
    <div className={styles.grid}>
      {asks('fullname') && (
        <TextInput
          {...field('fullname')}
          className={styles.wide}
          label="Nome completo"
          description="Igual ao documento"
          autoComplete={isOwn ? 'name' : 'off'}
          autoCapitalize="words"
          maxLength={120}
        />
      )}
      {asks('rg') && (
        <TextInput
          {...field('rg')}
          label="RG"
          description="O número, como está no documento"
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={20}
        />
      )}
      {asks('emitter') && (
        <IssuerInput
          {...field('emitter')}
          homeState={homeState}
          onChange={onIssuerChange}
          label="Órgão emissor"
          description="Com a UF, como em SSP/MG"
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={40}
        />
      )}
      <MaskedFields field={field} asks={asks} isOwn={isOwn} />
    </div>
  );
}

function MaskedFields({ field, asks, isOwn }: { field: Field; asks: (name: PersonField) => boolean; isOwn: boolean }) {
  return (
    <>
      {asks('cpf') && (
        <MaskedInput
          {...field('cpf')}
          mask={cpfMask}
          label="CPF"
          placeholder="000.000.000-00"
          inputMode="numeric"
          autoComplete="off"
        />
      )}
      {asks('birthdate') && (
        <MaskedInput
          {...field('birthdate')}
          mask={dateMask}
          label="Data de nascimento"
          placeholder="dd/mm/aaaa"
          inputMode="numeric"
          autoComplete={isOwn ? 'bday' : 'off'}
        />
      )}
      {asks('contact') && (
        <MaskedInput
          {...field('contact')}
          mask={phoneMask}
          className={styles.wide}
          label="Celular ou telefone"
          description={isOwn ? 'Com DDD. Se tiver WhatsApp, melhor: é por ele que falamos do seu passeio' : 'Com DDD'}
          placeholder="(00) 00000-0000"
          type="tel"
          autoComplete={isOwn ? 'tel-national' : 'off'}
        />
      )}
    </>
  );
}
