import { TextInput } from '@mantine/core';
import type { FieldErrors } from '~/ui/editing/use-field-errors';
import type { GuestField } from './guest-person-form';
import { IssuerInput } from './issuer-input';
import { cpfMask, dateMask, MaskedInput, phoneMask } from './masked-input';
import styles from './person-fields.module.css';

interface GuestPersonFieldsProps {
  errors: FieldErrors;
  /** The operator's state: the first suggestion for the issuer. */
  homeState: string;
  defaults?: Partial<Record<GuestField, string>>;
  /** Makes the e-mail read-only: people with an account sign in with it. */
  fixedEmail?: boolean;
  /** Choosing a suggestion makes no input event. */
  onIssuerChange?: (value: string) => void;
}

/** Fields of a guest person; only name and telephone are required. */
export function GuestPersonFields({
  errors,
  homeState,
  defaults = {},
  fixedEmail = false,
  onIssuerChange,
}: GuestPersonFieldsProps) {
  const field = <Name extends GuestField>(name: Name) => ({
    name,
    size: 'md' as const,
    defaultValue: defaults[name],
    error: errors[name],
    autoComplete: 'off',
  });
  return (
    <div className={styles.grid}>
      {!fixedEmail && <p className={styles.hint}>Nome e telefone bastam; o resto pode vir depois.</p>}
      <TextInput
        {...field('fullname')}
        className={styles.wide}
        label="Nome completo"
        description="Igual ao documento"
        autoCapitalize="words"
        maxLength={120}
        required
        withAsterisk={false}
      />
      <MaskedInput
        {...field('contact')}
        mask={phoneMask}
        label="Celular ou telefone"
        placeholder="(00) 00000-0000"
        type="tel"
        required
        withAsterisk={false}
      />
      <MaskedInput {...field('cpf')} mask={cpfMask} label="CPF" placeholder="000.000.000-00" inputMode="numeric" />
      <TextInput {...field('rg')} label="RG" autoCapitalize="characters" maxLength={20} />
      <IssuerInput
        {...field('emitter')}
        homeState={homeState}
        onChange={onIssuerChange}
        label="Órgão emissor"
        autoCapitalize="characters"
        maxLength={40}
        // Inside the dialog, because everything outside is inert.
        comboboxProps={{ withinPortal: false }}
      />
      <MaskedInput
        {...field('birthdate')}
        mask={dateMask}
        label="Data de nascimento"
        placeholder="dd/mm/aaaa"
        inputMode="numeric"
      />
      <TextInput
        {...field('email')}
        className={styles.wide}
        type="email"
        label="E-mail"
        description={fixedEmail ? 'É o da conta: a própria pessoa troca, ou um administrador' : undefined}
        readOnly={fixedEmail}
        autoCapitalize="none"
        spellCheck={false}
      />
    </div>
  );
}
