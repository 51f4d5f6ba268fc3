import { TextInput, type TextInputProps } from '@mantine/core';
import { email } from '@passeio/contract/fields';

/** E-mail field. */
export function EmailField(props: TextInputProps) {
  return (
    <TextInput
      name="email"
      type="email"
      label="E-mail"
      size="md"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      required
      withAsterisk={false}
      {...props}
    />
  );
}

/** Error message of an address; undefined if valid. */
export function checkEmail(typed: string): string | undefined {
  const result = email.safeParse(typed);
  return result.success ? undefined : result.error.issues[0]?.message;
}
