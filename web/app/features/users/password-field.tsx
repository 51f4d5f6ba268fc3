import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import hidden from '~/ui/text/visually-hidden.module.css';

/** Password field with a show button that the keyboard reaches. */
export function PasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      name="password"
      label="Senha"
      size="md"
      required
      withAsterisk={false}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': 'Mostrar senha' }}
      // Mantine sets only a data attribute here, which screen readers ignore.
      aria-invalid={Boolean(props.error)}
      {...props}
    />
  );
}

/** Hidden username for password managers, in a form with a password only. */
export function HiddenUsername({ email }: { email: string }) {
  return (
    <input
      className={hidden.hidden}
      type="email"
      name="account"
      autoComplete="username"
      value={email}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  );
}
