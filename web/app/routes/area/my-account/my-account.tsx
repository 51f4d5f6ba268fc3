import { Button, Group } from '@mantine/core';
import { userRoutes } from '@passeio/contract/users/user-routes';
import { changePassword } from '~/features/session/credentials';
import { failureSentence } from '~/features/session/failure-sentence';
import { IdentityError } from '~/features/session/identity/error';
import { load, queryClient, reload } from '~/features/session/queries';
import { useIdentityForm } from '~/features/session/use-identity-form';
import { storeProfile } from '~/features/session/user-store';
import { HiddenUsername } from '~/features/users/hidden-username';
import { NewPasswordInput } from '~/features/users/new-password-input';
import { checkNewPassword, refusedPassword } from '~/features/users/password';
import { PasswordField } from '~/features/users/password-field';
import { pageMeta } from '~/lib/page-meta';
import { FormNotice } from '~/ui/editing/form-notice';
import type { FieldErrors } from '~/ui/editing/use-field-errors';
import { showAlert } from '~/ui/feedback/alert';
import { PageSection, SectionCard } from '../page/page-section';
import type { Route } from './+types/my-account';
import { ChangeEmail } from './change-email';
import { MyData } from './my-data';
import { OpenSessions } from './open-sessions';

export { AreaError as ErrorBoundary } from '../page/area-error';

export const meta = pageMeta('Minha conta');
export const handle = { title: 'Minha conta' };

export async function clientLoader() {
  // The form of one's data is newer than what is loaded later.
  const profile = await queryClient.fetchQuery({ ...load(userRoutes.readMe), staleTime: 0 });
  storeProfile(profile);
  return { profile };
}

export default function MyAccount({ loaderData: { profile } }: Route.ComponentProps) {
  return (
    <>
      <MyData profile={profile} />
      <PageSection title="Acesso" lead="Com que e-mail e senha você entra, e onde a sua conta está aberta.">
        <ChangeEmail email={profile.email} isConfirmed={profile.emailConfirmed} />
        <ChangePassword email={profile.email} />
        <OpenSessions />
      </PageSection>
    </>
  );
}

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
