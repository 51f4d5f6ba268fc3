import { useState } from 'react';
import styles from './new-password-input.module.css';
import { passwordStrength } from './password';
import { PasswordField } from './password-field';

interface NewPasswordInputProps {
  name?: string;
  label?: string;
  error?: string;
}

/** A password that is being chosen, with a hint of how good it is. */
export function NewPasswordInput({ name = 'password', label = 'Senha', error }: NewPasswordInputProps) {
  const [typed, setTyped] = useState('');
  const { level, label: verdict } = passwordStrength(typed);
  return (
    <div>
      <PasswordField
        name={name}
        label={label}
        description="Pelo menos 8 caracteres. Uma frase longa é fácil de lembrar e difícil de adivinhar"
        autoComplete="new-password"
        error={error}
        onChange={(event) => setTyped(event.currentTarget.value)}
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
