import type { PasswordOwner } from '@passeio/contract/passwords';
import { useState } from 'react';
import styles from './new-password-input.module.css';
import { passwordStrength } from './password';
import { PasswordField } from './password-field';

interface NewPasswordInputProps {
  name?: string;
  label?: string;
  error?: string;
  /** Whose password it will be, as far as the form can tell from what was typed by then. */
  ownerOf?: (form: HTMLFormElement | null) => PasswordOwner;
}

/** A password that is being chosen, with a hint of how good it is. */
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
            <span className={styles.meter} aria-hidden="true" data-level={level} />
            <span>Senha: {verdict.toLowerCase()}</span>
          </>
        )}
      </div>
    </div>
  );
}
