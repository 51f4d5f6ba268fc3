import { PasswordInput, type PasswordInputProps } from '@mantine/core';

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
