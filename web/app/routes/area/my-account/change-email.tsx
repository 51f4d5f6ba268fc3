import { Button, Group, Stack } from '@mantine/core';
import { email as emailField } from '@passeio/contract/fields';
import { requestConfirmation, requestEmailChange } from '~/features/session/credentials';
import { failureSentence } from '~/features/session/failure-sentence';
import { IdentityError } from '~/features/session/identity/error';
import { useIdentityForm } from '~/features/session/use-identity-form';
import { EmailField } from '~/features/users/email-field';
import { PasswordField } from '~/features/users/password-field';
import { ResendButton } from '~/features/users/resend-button';
import { FormNotice } from '~/ui/editing/form-notice';
import type { FieldErrors } from '~/ui/editing/use-field-errors';
import { StatusBadge } from '~/ui/feedback/status-badge';
import { SectionCard } from '../page/page-section';

/** The account's e-mail: whether it is confirmed, and a form to change it. */
export function ChangeEmail({ email, isConfirmed }: { email: string; isConfirmed: boolean }) {
  const {
    props,
    errors,
    isPending,
    notice,
    sent,
    result: sentTo,
  } = useIdentityForm({
    fields: ['newEmail', 'emailPassword'],
    check: (name, value) => (name === 'newEmail' ? checkNewEmail(value, email) : checkPassword(value)),
    send: async ({ newEmail, emailPassword }) => {
      await requestEmailChange(newEmail.trim(), emailPassword);
      return newEmail.trim();
    },
    explain,
  });
  return (
    <SectionCard
      title="E-mail"
      lead={
        <>
          {email}{' '}
          <StatusBadge color={isConfirmed ? 'good' : 'waiting'}>
            {isConfirmed ? 'Confirmado' : 'Falta confirmar'}
          </StatusBadge>
        </>
      }
    >
      {!isConfirmed && (
        <Stack gap="sm" align="flex-start" mt="sm">
          <ResendButton
            label="Enviar link de confirmação"
            send={() => requestConfirmation(email)}
            sentSentence="Enviado. Confira a sua caixa de entrada e a pasta de spam."
          />
        </Stack>
      )}
      <form key={sent} {...props}>
        {notice && <FormNotice>{notice}</FormNotice>}
        {sentTo && (
          <FormNotice tone="info">
            Se o endereço puder ser usado, o link chega em instantes em {sentTo}. Até você abrir o link, nada muda.
          </FormNotice>
        )}
        <EmailField
          name="newEmail"
          label="Novo e-mail"
          description="Enviamos um link para o novo endereço. A troca vale quando você abrir esse link, e os outros aparelhos saem da conta"
          autoComplete="email"
          error={errors.newEmail}
        />
        <PasswordField
          name="emailPassword"
          label="Senha da conta"
          autoComplete="current-password"
          error={errors.emailPassword}
        />
        <Group gap="sm" mt={4}>
          <Button type="submit" size="md" variant="default" loading={isPending}>
            Trocar e-mail
          </Button>
        </Group>
      </form>
    </SectionCard>
  );
}

function checkPassword(typed: string): string | undefined {
  return typed === '' ? 'Senha da conta: preencha este campo.' : undefined;
}

function checkNewEmail(typed: string, current: string): string | undefined {
  const result = emailField.safeParse(typed);
  if (!result.success) return result.error.issues[0]?.message;
  return result.data === current.toLowerCase() ? 'E-mail: este já é o da sua conta.' : undefined;
}

function explain(error: unknown): FieldErrors {
  const code = error instanceof IdentityError ? error.code : '';
  if (code === 'INVALID_PASSWORD') return { emailPassword: 'Senha da conta: não confere. Tente de novo.' };
  if (code === 'SIGN_IN_AGAIN') return { form: 'Por segurança, saia da conta, entre de novo e repita a troca.' };
  return { form: failureSentence(error) ?? 'Não foi possível trocar o e-mail. Tente de novo em instantes.' };
}
