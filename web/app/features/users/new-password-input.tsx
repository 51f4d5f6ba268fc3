import { useState } from 'react';
import styles from './new-password-input.module.css';
import { passwordStrength } from './password';
import { PasswordField } from './password-field';

/** Password of a new account, with a hint of how good it is. */
export function NewPasswordInput({ error }: { error?: string }) {
  const [typed, setTyped] = useState('');
  const { level, label } = passwordStrength(typed);
  return (
    <div>
      <PasswordField
        description="Pelo menos 8 caracteres. Uma frase longa é fácil de lembrar e difícil de adivinhar"
        autoComplete="new-password"
        error={error}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div className={styles.strength} role="status">
        {level > 0 && (
          <>
            <span className={styles.meter} aria-hidden="true" data-level={level} />
            <span>Senha: {label.toLowerCase()}</span>
          </>
        )}
      </div>
    </div>
  );
}
