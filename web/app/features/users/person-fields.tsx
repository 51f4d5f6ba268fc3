import { TextInput } from '@mantine/core';
import type { FormEvent, ReactElement, ReactNode } from 'react';
import styles from '~/ui/editing/field-grid.module.css';
import { IssuerInput } from '~/ui/inputs/issuer-input';
import { cpfMask, dateMask, MaskedInput, phoneMask } from '~/ui/inputs/masked-input';
import { optionalFields, type PersonField } from './person-form';

type Whose = 'own' | 'account' | 'guest';

interface PersonFieldsProps {
  errors: Record<string, ReactNode>;
  /** The operator's state: the first suggestion for the issuer. */
  homeState: string;
  defaults?: Partial<Record<PersonField, string>>;
  /** What is saved of fields that do not show it, as "•••725". */
  masked?: Partial<Record<PersonField, string>> | undefined;
  onChange?: (name: PersonField, value: string) => void;
  /** The owner of the data: oneself, a person with an account, or a guest person. */
  whose?: Whose;
  /** Fields to show; default all. */
  only?: readonly PersonField[];
}

const order = ['fullname', 'rg', 'emitter', 'cpf', 'birthdate', 'contact'] as const;

/** Fields of a person's data, without e-mail and password. */
export function PersonFields({ whose = 'own', only = order, ...props }: PersonFieldsProps) {
  const inputs = personInputs({ ...props, whose });
  return <div className={styles.grid}>{order.map((name) => only.includes(name) && inputs[name])}</div>;
}

interface Inputs extends Omit<PersonFieldsProps, 'only'> {
  whose: Whose;
}

/** The inputs by name. */
function personInputs(props: Inputs): Record<(typeof order)[number], ReactElement> {
  return { ...documentInputs(props), ...contactInputs(props) };
}

function fieldProps({ errors, defaults = {}, masked = {}, onChange, whose }: Inputs) {
  return (name: PersonField, description?: string, ownAutoComplete = 'off') => ({
    name,
    size: 'md' as const,
    onInput: (event: FormEvent<HTMLInputElement>) => onChange?.(name, event.currentTarget.value),
    description,
    defaultValue: defaults[name],
    placeholder: masked[name],
    error: errors[name],
    required: !masked[name] && (whose !== 'guest' || !optionalFields.includes(name)),
    withAsterisk: false,
    autoComplete: whose === 'own' ? ownAutoComplete : 'off',
  });
}

function documentInputs(props: Inputs) {
  const { homeState, onChange } = props;
  const field = fieldProps(props);
  return {
    fullname: (
      <TextInput
        key="fullname"
        {...field('fullname', undefined, 'name')}
        className={styles.wide}
        label="Nome completo"
        description="Igual ao documento"
        autoCapitalize="words"
        maxLength={120}
      />
    ),
    rg: (
      <TextInput
        key="rg"
        {...field('rg', 'O número, como está no documento')}
        label="RG"
        autoCapitalize="characters"
        maxLength={20}
      />
    ),
    emitter: (
      <IssuerInput
        key="emitter"
        {...field('emitter', 'Com a UF, como em SSP/MG')}
        homeState={homeState}
        // Choosing a suggestion makes no input event.
        onChange={(value) => onChange?.('emitter', value)}
        label="Órgão emissor"
        autoCapitalize="characters"
        maxLength={40}
      />
    ),
    cpf: (
      <MaskedInput
        key="cpf"
        {...field('cpf')}
        mask={cpfMask}
        label="CPF"
        placeholder={props.masked?.cpf ?? '000.000.000-00'}
        inputMode="numeric"
      />
    ),
  };
}

function contactInputs(props: Inputs) {
  const { whose } = props;
  const field = fieldProps(props);
  const aboutContact =
    whose === 'own' ? 'Com DDD. Se tiver WhatsApp, melhor: é por ele que falamos do seu passeio' : 'Com DDD';
  return {
    birthdate: (
      <MaskedInput
        key="birthdate"
        {...field('birthdate', undefined, 'bday')}
        mask={dateMask}
        label="Data de nascimento"
        placeholder="dd/mm/aaaa"
        inputMode="numeric"
      />
    ),
    contact: (
      <MaskedInput
        key="contact"
        {...field('contact', aboutContact, 'tel')}
        mask={phoneMask}
        className={styles.wide}
        label="Celular ou telefone"
        placeholder="(00) 00000-0000"
        type="tel"
      />
    ),
  };
}
