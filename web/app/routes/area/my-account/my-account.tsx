import { Button, Group, Stack, TextInput } from '@mantine/core';
import { email as emailField } from '@passeio/contract/fields';
import { formatPhone } from '@passeio/contract/phone';
import { privacyRoutes } from '@passeio/contract/privacy/privacy';
import { ownProfileRoutes, type UserProfile } from '@passeio/contract/users/own-profile';
import { userRoutes } from '@passeio/contract/users/user-routes';
import { type ProfileChange, type SignUpPayload, signUpPayload } from '@passeio/contract/users/users';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '~/features/session/api';
import { changePassword, requestConfirmation, requestEmailChange } from '~/features/session/credentials';
import { failureText, IdentityError } from '~/features/session/identity/error';
import { load, queryClient, reload } from '~/features/session/queries';
import { forgetLinks } from '~/features/session/remembered/remembered-links';
import { signOut } from '~/features/session/sign-out';
import { useIdentityForm } from '~/features/session/use-identity-form';
import { storeProfile } from '~/features/session/user-store';
import { EmailField } from '~/features/users/email-field';
import { ErasureRequest } from '~/features/users/erasure-request';
import { ExportRequest } from '~/features/users/export-request';
import { checkNewPassword, NewPasswordInput, refusedPassword } from '~/features/users/new-password-input';
import { HiddenUsername, PasswordField } from '~/features/users/password-field';
import { PersonFields } from '~/features/users/person-fields';
import { personFormValues, toPayload } from '~/features/users/person-form';
import { ResendButton } from '~/features/users/resend-button';
import { pageMeta } from '~/lib/page-meta';
import { useSettings } from '~/lib/settings';
import { FormActions } from '~/ui/editing/form-actions';
import { FormNotice } from '~/ui/editing/form-notice';
import type { FieldErrors } from '~/ui/editing/use-field-errors';
import { useSchemaForm } from '~/ui/editing/use-schema-form';
import { useUnsavedWarning } from '~/ui/editing/use-unsaved-warning';
import { showAlert } from '~/ui/feedback/alert';
import { StatusBadge } from '~/ui/feedback/status-badge';
import styles from '~/ui/inputs/read-only.module.css';
import { Section, SectionCard } from '~/ui/layout/section';
import type { Route } from './+types/my-account';
import { DepartureCalendar } from './departure-calendar';
import { OpenSessions } from './open-sessions';
import { OwnChannel } from './own-channel';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Minha conta');
export const handle = { title: 'Minha conta' };

export async function clientLoader() {
  // The form of one's data is newer than what is loaded later.
  const profile = await queryClient.fetchQuery({ ...load(ownProfileRoutes.readMe), staleTime: 0 });
  storeProfile(profile);
  return { profile };
}

export default function MyAccount({ loaderData: { profile } }: Route.ComponentProps) {
  const { writesByWhatsApp } = useSettings();
  return (
    <>
      <MyData profile={profile} />
      <Section title="Acesso" lead="Com que e-mail e senha você entra, e onde a sua conta está aberta.">
        <ChangeEmail email={profile.email} isConfirmed={profile.emailConfirmed} />
        <ChangePassword email={profile.email} />
        {typeof profile.hasTwoFactor === 'boolean' && <TwoFactor isOn={profile.hasTwoFactor} />}
        <OpenSessions />
      </Section>
      {writesByWhatsApp && <OwnChannel phone={formatPhone(profile.contact)} />}
      {profile.role !== 'CLIENT' && (
        <Section title="Calendário das saídas">
          <DepartureCalendar isGuide={profile.role === 'GUIDE'} />
        </Section>
      )}
      <Section title="Privacidade">
        <ExportRequest
          lead="Um arquivo com tudo o que guardamos sobre você. O link chega por e-mail, vale por 24 horas e pede a sua senha."
          to={profile.email}
          request={(body) => api.call(privacyRoutes.exportOwn, { body })}
        />
        {profile.role === 'CLIENT' && (
          <ErasureRequest
            lead="Apaga de vez a sua conta e o que guardamos sobre você, menos o que a lei fiscal manda guardar."
            asksPassword
            erase={(password) => api.call(privacyRoutes.eraseOwn, { body: { password }, toast: false })}
            onErased={() => {
              forgetLinks();
              void signOut('asked').then(() => window.location.assign('/portal'));
            }}
          />
        )}
      </Section>
    </>
  );
}

function TwoFactor({ isOn }: { isOn: boolean }) {
  return (
    <SectionCard
      title="Verificação em duas etapas"
      lead={
        isOn
          ? 'Ativada: além da senha, você usa uma chave de acesso ou um código do aplicativo autenticador.'
          : 'Além da senha, a conta pede uma chave de acesso ou um código que só o seu celular mostra.'
      }
    >
      <Button component={Link} to="/auth/duas-etapas" size="md" variant="default" mt="md">
        {isOn ? 'Chaves, códigos e mais' : 'Ativar'}
      </Button>
    </SectionCard>
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
        form: failureText(error) ?? 'Não foi possível trocar a senha. Tente de novo em instantes.',
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

/** The user's own data, as used in passenger lists. */
export function MyData({ profile }: { profile: UserProfile }) {
  const { state } = useSettings();
  const [stored, setStored] = useState(profile);
  const { form, failure, isPending, reset, revision, props } = useSchemaForm({
    initial: personFormValues(stored),
    schema: signUpPayload,
    toBody: toPayload,
    fields: { name: 'fullname' },
    save: (payload) => saveChanges(stored, changesOf(stored, payload)),
    onSaved: (saved) => {
      setStored(saved);
      reset(personFormValues(saved));
    },
  });
  const dirty = form.isDirty();
  useUnsavedWarning(dirty, 'O que você alterou nos seus dados será perdido.');
  return (
    <Section title="Meus dados" lead="Vão para a lista de passageiros: deixe-os como estão no seu documento.">
      <SectionCard>
        <form {...props}>
          <PersonFields
            key={revision}
            errors={form.errors}
            homeState={state}
            defaults={form.values}
            onChange={form.setFieldValue}
          />
          <TextInput
            label="E-mail"
            description="É com ele que você entra na sua conta. Para trocar, veja Acesso, mais abaixo"
            size="md"
            type="email"
            readOnly
            value={profile.email}
            className={styles.readOnly}
          />
          {failure && <FormNotice>{failure}</FormNotice>}
          <FormActions save="Salvar alterações" dirty={dirty} busy={isPending} onUndo={() => reset()} />
        </form>
      </SectionCard>
    </Section>
  );
}

async function saveChanges(profile: UserProfile, change: ProfileChange): Promise<UserProfile> {
  if (Object.keys(change).length === 0) {
    showAlert('info', 'Nada mudou: os seus dados já estavam assim.');
    return profile;
  }
  const saved = await api.call(userRoutes.changeMe, { body: change });
  storeProfile(saved);
  showAlert('success', 'Dados atualizados com sucesso!');
  return saved;
}

/** The changed fields of the profile, without the e-mail, which belongs to the identity provider. */
function changesOf(profile: UserProfile, { email: _email, ...typed }: SignUpPayload): ProfileChange {
  const changed = Object.entries(typed).filter(([name, value]) => profile[name as keyof ProfileChange] !== value);
  return Object.fromEntries(changed);
}

/** The account's e-mail: whether it is confirmed, and a form to change it. */
function ChangeEmail({ email, isConfirmed }: { email: string; isConfirmed: boolean }) {
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
            sentText="Enviado. Confira a sua caixa de entrada e a pasta de spam."
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
  return { form: failureText(error) ?? 'Não foi possível trocar o e-mail. Tente de novo em instantes.' };
}
