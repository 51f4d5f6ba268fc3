import { Button, Group, Stack } from '@mantine/core';
import { email as emailField } from '@passeio/contract/fields';
import { type FormEvent, useState } from 'react';
import { requestConfirmation, requestEmailChange } from '~/features/session/credentials';
import { failureSentence } from '~/features/session/failure-sentence';
import { IdentityError } from '~/features/session/identity/error';
import { EmailField } from '~/features/users/email-field';
import { PasswordField } from '~/features/users/password-field';
import { ResendButton } from '~/features/users/resend-button';
import { FormNotice } from '~/ui/editing/form-notice';
import { useFieldErrors } from '~/ui/editing/use-field-errors';
import { StatusBadge } from '~/ui/feedback/status-badge';
import { SectionCard } from '../page/page-section';

/** The account's e-mail: whether it is confirmed, and a form to change it. */
export function ChangeEmail({ email, isConfirmed }: { email: string; isConfirmed: boolean }) {
  const { form, errors, watch, busy, notice, version, submit } = useEmailChange(email);
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
      <form key={version} ref={form} method="post" noValidate onSubmit={submit} {...watch}>
        {notice && <FormNotice tone={notice.tone}>{notice.text}</FormNotice>}
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
          <Button type="submit" size="md" variant="default" loading={busy}>
            Trocar e-mail
          </Button>
        </Group>
      </form>
    </SectionCard>
  );
}

interface Notice {
  tone: 'info' | 'error';
  text: string;
}

function useEmailChange(current: string) {
  const check = (name: string, value: string) =>
    name === 'newEmail' ? checkNewEmail(value, current) : checkPassword(value);
  const { form, errors, refuse, watch } = useFieldErrors(check);
  const [busy, setBusy] = useState(false);
  const [notice, setNotice] = useState<Notice>();
  const [version, setVersion] = useState(0);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const typed = new FormData(event.currentTarget);
    const newEmail = String(typed.get('newEmail') ?? '').trim();
    const password = String(typed.get('emailPassword') ?? '');
    const [wrongEmail, wrongPassword] = [checkNewEmail(newEmail, current), checkPassword(password)];
    refuse({ ...(wrongEmail && { newEmail: wrongEmail }), ...(wrongPassword && { emailPassword: wrongPassword }) });
    if (wrongEmail || wrongPassword) return;
    setBusy(true);
    setNotice(undefined);
    try {
      await requestEmailChange(newEmail, password);
      const text = `Se o endereço puder ser usado, o link chega em instantes em ${newEmail}. Até você abrir o link, nada muda.`;
      setNotice({ tone: 'info', text });
      setVersion((before) => before + 1);
    } catch (error) {
      if (error instanceof IdentityError && error.code === 'INVALID_PASSWORD') {
        refuse({ emailPassword: 'Senha da conta: não confere. Tente de novo.' });
      } else setNotice({ tone: 'error', text: explain(error) });
    } finally {
      setBusy(false);
    }
  }

  return { form, errors, watch, busy, notice, version, submit };
}

function checkPassword(typed: string): string | undefined {
  return typed === '' ? 'Senha da conta: preencha este campo.' : undefined;
}

function checkNewEmail(typed: string, current: string): string | undefined {
  const result = emailField.safeParse(typed);
  if (!result.success) return result.error.issues[0]?.message;
  return result.data === current.toLowerCase() ? 'E-mail: este já é o da sua conta.' : undefined;
}

function explain(error: unknown): string {
  if (error instanceof IdentityError && error.code === 'SIGN_IN_AGAIN') {
    return 'Por segurança, saia da conta, entre de novo e repita a troca.';
  }
  return failureSentence(error) ?? 'Não foi possível trocar o e-mail. Tente de novo em instantes.';
}
