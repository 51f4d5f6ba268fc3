import { Button, Group } from '@mantine/core';
import { changePassword } from '~/features/session/credentials';
import { failureSentence } from '~/features/session/failure-sentence';
import { IdentityError } from '~/features/session/identity/error';
import { reload } from '~/features/session/queries';
import { useIdentityForm } from '~/features/session/use-identity-form';
import { HiddenUsername } from '~/features/users/hidden-username';
import { NewPasswordInput } from '~/features/users/new-password-input';
import { checkNewPassword, refusedPassword } from '~/features/users/password';
import { PasswordField } from '~/features/users/password-field';
import { FormNotice } from '~/ui/editing/form-notice';
import type { FieldErrors } from '~/ui/editing/use-field-errors';
import { showAlert } from '~/ui/feedback/alert';
import { SectionCard } from '../page/page-section';

export function ChangePassword({ email }: { email: string }) {
  const { props, errors, isPending, notice, sent } = useIdentityForm({
    fields: ['currentPassword', 'newPassword'],
    check: (name, value) => checkField(name, value, email),
    send: ({ currentPassword, newPassword }) => changePassword(currentPassword, newPassword),
    onSent: () => {
      showAlert('success', 'Senha alterada. Os outros aparelhos precisam entrar de novo.');
      return reload();
    },
    explain: (error) =>
      refusedFields(error) ?? {
        form: failureSentence(error) ?? 'Não foi possível trocar a senha. Tente de novo em instantes.',
      },
  });
  return (
    <SectionCard title="Senha" lead="Ao trocar a senha, os outros aparelhos precisam entrar de novo.">
      <form key={sent} {...props}>
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
          <Button type="submit" size="md" variant="default" loading={isPending}>
            Trocar senha
          </Button>
        </Group>
      </form>
    </SectionCard>
  );
}

function checkField(name: string, value: string, email: string): string | undefined {
  if (name === 'newPassword') return checkNewPassword(value, { email });
  return name === 'currentPassword' && value === '' ? 'Senha atual: preencha este campo.' : undefined;
}

function refusedFields(error: unknown): FieldErrors | undefined {
  if (!(error instanceof IdentityError) || error.failure !== 'refused') return undefined;
  if (error.code === 'INVALID_PASSWORD') return { currentPassword: 'Senha atual: não confere. Tente de novo.' };
  const aboutNew = refusedPassword(error.code);
  return aboutNew ? { newPassword: aboutNew } : undefined;
}
