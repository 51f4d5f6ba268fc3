import { Box, Button, Text, TextInput } from '@mantine/core';
import { AuthCard } from '~/features/auth/auth-card';
import { SubmitButton } from '~/features/auth/submit-button';
import { identity } from '~/features/session/identity';
import { failureText, IdentityError } from '~/features/session/identity/error';
import { useIdentityForm } from '~/features/session/use-identity-form';
import { FormNotice } from '~/ui/editing/form-notice';
import type { FieldErrors } from '~/ui/editing/use-field-errors';
import QrCode from '~/ui/inputs/qr-code';
import { useCopy } from '~/ui/inputs/use-copy';

/** Shows a new authenticator its secret, and asks for its first code. */
export function ScanCard({ uri, onConfirmed }: { uri: string; onConfirmed: () => void }) {
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  const { copied, copy } = useCopy(secret);
  const { props, errors, notice, isPending } = useIdentityForm({
    fields: ['code'],
    check: (_name, value) => (/^\d{6}$/.test(value.replace(/\s/g, '')) ? undefined : 'O código tem 6 números.'),
    send: async ({ code }) => (await identity()).confirmTwoFactor(code),
    onSent: onConfirmed,
    explain: (error): FieldErrors =>
      error instanceof IdentityError && error.code === 'INVALID_CODE'
        ? { form: 'Código incorreto. Confira a hora do celular e digite o código que aparece agora.' }
        : { form: failureText(error) ?? 'Não foi possível conferir o código. Tente de novo.' },
  });
  return (
    <AuthCard
      isAnswer
      title="Leia o código com o aplicativo"
      lead="Depois digite o código de 6 números que ele mostrar."
    >
      <Box maw={220} mx="auto" my="md">
        <QrCode text={uri} label="Código QR para o aplicativo autenticador" />
      </Box>
      <Text variant="hint">Sem câmera? Digite esta chave no aplicativo:</Text>
      <Text ff="monospace" style={{ overflowWrap: 'anywhere' }}>
        {secret.match(/.{1,4}/g)?.join(' ')}
      </Text>
      <Button variant="default" size="md" mt="xs" onClick={() => void copy()}>
        <span role="status">{copied ? 'Chave copiada!' : 'Copiar chave'}</span>
      </Button>
      <form {...props}>
        {notice && <FormNotice>{notice}</FormNotice>}
        <TextInput
          name="code"
          label="Código do aplicativo"
          size="md"
          maxLength={8}
          inputMode="numeric"
          autoComplete="one-time-code"
          error={errors.code}
        />
        <SubmitButton busy={isPending}>Ativar</SubmitButton>
      </form>
    </AuthCard>
  );
}
