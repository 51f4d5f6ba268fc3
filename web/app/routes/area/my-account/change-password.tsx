import { Button, Group } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useRevalidator } from 'react-router';
import { changePassword } from '~/features/session/credentials';
import { failureSentence } from '~/features/session/failure-sentence';
import { IdentityError } from '~/features/session/identity/error';
import { HiddenUsername } from '~/features/users/hidden-username';
import { NewPasswordInput } from '~/features/users/new-password-input';
import { checkNewPassword, refusedPassword } from '~/features/users/password';
import { PasswordField } from '~/features/users/password-field';
import { FormNotice } from '~/ui/editing/form-notice';
import { type FieldErrors, useFieldErrors } from '~/ui/editing/use-field-errors';
import { showAlert } from '~/ui/feedback/alert';
import { SectionCard } from '../page/page-section';

export function ChangePassword({ email }: { email: string }) {
  const { form, errors, watch, busy, notice, version, submit } = usePasswordChange(email);
  return (
    <SectionCard title="Senha" lead="Ao trocar a senha, os outros aparelhos precisam entrar de novo.">
      <form key={version} ref={form} method="post" noValidate onSubmit={submit} {...watch}>
        {notice && <FormNotice>{notice}</FormNotice>}
        <HiddenUsername email={email} />
        <PasswordField
          name="currentPassword"
          label="Senha atual"
          autoComplete="current-password"
          error={errors.currentPassword}
        />
        <NewPasswordInput
          name="newPassword"
          label="Nova senha"
          error={errors.newPassword}
          ownerOf={() => ({ email })}
        />
        <Group gap="sm" mt={4}>
          <Button type="submit" size="md" variant="default" loading={busy}>
            Trocar senha
          </Button>
        </Group>
      </form>
    </SectionCard>
  );
}

function usePasswordChange(email: string) {
  const { form, errors, refuse, clear, watch } = useFieldErrors((name, value) => checkField(name, value, email));
  const [busy, setBusy] = useState(false);
  const [notice, setNotice] = useState<string>();
  const [version, setVersion] = useState(0);
  const { revalidate } = useRevalidator();

  function showFailure(error: unknown): void {
    const fields = refusedFields(error);
    if (fields) refuse(fields);
    else setNotice(failureSentence(error) ?? 'Não foi possível trocar a senha. Tente de novo em instantes.');
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const typed = new FormData(event.currentTarget);
    const [current, next] = [String(typed.get('currentPassword') ?? ''), String(typed.get('newPassword') ?? '')];
    const wrong = wrongFields(current, next, email);
    refuse(wrong);
    if (Object.keys(wrong).length > 0) return;
    setBusy(true);
    setNotice(undefined);
    try {
      await changePassword(current, next);
      clear();
      // A new key resets the uncontrolled form.
      setVersion((before) => before + 1);
      showAlert('success', 'Senha alterada. Os outros aparelhos precisam entrar de novo.');
      await revalidate();
    } catch (error) {
      showFailure(error);
    } finally {
      setBusy(false);
    }
  }

  return { form, errors, watch, busy, notice, version, submit };
}

function checkField(name: string, value: string, email: string): string | undefined {
  if (name === 'newPassword') return checkNewPassword(value, { email });
  return name === 'currentPassword' && value === '' ? 'Senha atual: preencha este campo.' : undefined;
}

function wrongFields(currentPassword: string, newPassword: string, email: string): FieldErrors {
  const errors: FieldErrors = {};
  for (const [name, value] of Object.entries({ currentPassword, newPassword })) {
    const sentence = checkField(name, value, email);
    if (sentence) errors[name] = sentence;
  }
  return errors;
}

function refusedFields(error: unknown): FieldErrors | undefined {
  if (!(error instanceof IdentityError) || error.failure !== 'refused') return undefined;
  if (error.code === 'INVALID_PASSWORD') return { currentPassword: 'Senha atual: não confere. Tente de novo.' };
  const aboutNew = refusedPassword(error.code);
  return aboutNew ? { newPassword: aboutNew } : undefined;
}
