import { TextInput } from '@mantine/core';
import { useUser } from '~/features/session/user-store';
import { HiddenUsername, PasswordField } from '~/features/users/password-field';
import type { FormOf } from '~/ui/editing/use-schema-form';

/** The password, and the code of who has a second step. */
export function ProofFields({ form }: { form: Pick<FormOf<Record<string, unknown>>, 'getInputProps'> }) {
  const { email, hasTwoFactor } = useUser(({ user }) => user);
  return (
    <>
      <HiddenUsername email={email} />
      <PasswordField {...form.getInputProps('password')} label="Senha da sua conta" autoComplete="current-password" />
      {hasTwoFactor && (
        <TextInput
          size="md"
          name="code"
          label="Código do autenticador"
          description="Quem entrou na conta há menos de 15 minutos pode deixar vazio"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          {...form.getInputProps('code')}
        />
      )}
    </>
  );
}
