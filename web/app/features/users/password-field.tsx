import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** A password that can be shown while typing, with the keyboard too. */
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
      // Mantine marks this one field with a data attribute only, which nobody reads out.
      aria-invalid={Boolean(props.error)}
      {...props}
    />
  );
}
