import { Progress } from '@mantine/core';
import type { PasswordOwner } from '@passeio/contract/users/passwords';
import { useState } from 'react';
import styles from './new-password-input.module.css';
import { passwordStrength } from './password';
import { PasswordField } from './password-field';

interface NewPasswordInputProps {
  name?: string;
  label?: string;
  error?: string;
  /** Name and e-mail typed so far: the password must not contain them. */
  ownerOf?: (form: HTMLFormElement | null) => PasswordOwner;
}

const METER_COLORS = ['', '#e03131', '#e8890c', '#37a04b', '#2b8a3e'];

/** New-password field with a strength hint. */
export function NewPasswordInput({ name = 'password', label = 'Senha', error, ownerOf }: NewPasswordInputProps) {
  const [{ level, label: verdict }, setStrength] = useState(passwordStrength(''));
  return (
    <div>
      <PasswordField
        name={name}
        label={label}
        description="Pelo menos 8 caracteres. Uma frase longa é fácil de lembrar e difícil de adivinhar"
        autoComplete="new-password"
        error={error}
        onChange={({ currentTarget: { value, form } }) => setStrength(passwordStrength(value, ownerOf?.(form)))}
      />
      <div className={styles.strength} role="status">
        {level > 0 && (
          <>
            <Progress w={112} size={6} radius="xl" value={level * 25} color={METER_COLORS[level]} aria-hidden />
            <span>Senha: {verdict.toLowerCase()}</span>
          </>
        )}
      </div>
    </div>
  );
}
