import { Box, Button, List, Loader, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { identity } from '~/features/session/identity';
import { failureText, IdentityError } from '~/features/session/identity/error';
import type { NewTwoFactor } from '~/features/session/identity/port';
import { fetchProfile } from '~/features/session/profile';
import { loginUrl } from '~/features/session/return-url';
import { useSessionStatus } from '~/features/session/session-status';
import { refreshSession } from '~/features/session/sign-in';
import { useIdentityForm } from '~/features/session/use-identity-form';
import { useUser } from '~/features/session/user-store';
import { HiddenUsername, PasswordField } from '~/features/users/password-field';
import { pageMeta } from '~/lib/page-meta';
import { useSettings } from '~/lib/settings';
import { FormNotice } from '~/ui/editing/form-notice';
import type { FieldErrors } from '~/ui/editing/use-field-errors';
import { showAlert } from '~/ui/feedback/alert';
import QrCode from '~/ui/inputs/qr-code';
import { useCopy } from '~/ui/inputs/use-copy';
import { AuthActions, AuthCard } from './auth-card';
import { SubmitButton } from './submit-button';

export const meta = pageMeta('Verificação em duas etapas');

/** Where a person adds the second step of signing in, makes other recovery codes, or removes it. */
export default function TwoFactorPage() {
  const status = useSessionStatus();
  if (status === 'signedIn') return <SignedIn />;
  return (
    <AuthCard
      title="Verificação em duas etapas"
      lead={status === 'restoring' ? undefined : 'Entre na sua conta antes.'}
    >
      <AuthActions>
        {status === 'restoring' ? (
          <Loader aria-label="Carregando" />
        ) : (
          <Button component={Link} to={loginUrl('/auth/duas-etapas')} size="md" fullWidth>
            Entrar
          </Button>
        )}
      </AuthActions>
    </AuthCard>
  );
}

type Stage =
  | { kind: 'start' }
  | { kind: 'scan'; added: NewTwoFactor }
  | { kind: 'codes'; codes: readonly string[]; isNew: boolean };

function SignedIn() {
  const { data: profile, isError, refetch } = useQuery({ queryKey: ['two-factor'], queryFn: fetchProfile, gcTime: 0 });
  const [stage, setStage] = useState<Stage>({ kind: 'start' });
  if (isError) {
    return (
      <AuthCard title="Verificação em duas etapas" lead="Não foi possível abrir esta página.">
        <AuthActions>
          <Button size="md" fullWidth onClick={() => void refetch()}>
            Tentar de novo
          </Button>
        </AuthActions>
      </AuthCard>
    );
  }
  if (!profile) return <AuthCard title="Verificação em duas etapas" lead="Carregando…" />;
  if (stage.kind === 'scan') {
    const { uri, recoveryCodes: codes } = stage.added;
    return <ScanCard uri={uri} onConfirmed={() => setStage({ kind: 'codes', codes, isNew: true })} />;
  }
  if (stage.kind === 'codes') return <CodesCard {...stage} />;
  if (profile.hasTwoFactor === true) {
    return (
      <OnCard
        onCodes={(codes) => setStage({ kind: 'codes', codes, isNew: false })}
        onRemoved={async () => {
          showAlert('success', 'Verificação em duas etapas desativada.');
          await refetch();
        }}
      />
    );
  }
  return (
    <StartCard isRequired={profile.mustAddTwoFactor ?? false} onAdded={(added) => setStage({ kind: 'scan', added })} />
  );
}

const explainPassword = (error: unknown): FieldErrors =>
  error instanceof IdentityError && error.code === 'INVALID_PASSWORD'
    ? { form: 'A senha não confere.' }
    : { form: failureText(error) ?? 'Não foi possível concluir. Tente de novo em instantes.' };

function usePasswordForm<Result>(send: (password: string) => Promise<Result>, onSent: (result: Result) => unknown) {
  return useIdentityForm({
    fields: ['password'],
    check: (_name, value) => (value === '' ? 'Senha: preencha este campo.' : undefined),
    send: ({ password }) => send(password),
    onSent,
    explain: explainPassword,
  });
}

function PasswordForm({ form, submit }: { form: ReturnType<typeof usePasswordForm>; submit: string }) {
  const email = useUser(({ user }) => user.email);
  const { props, errors, notice, isPending } = form;
  return (
    <form {...props}>
      {notice && <FormNotice>{notice}</FormNotice>}
      <HiddenUsername email={email} />
      <PasswordField autoComplete="current-password" error={errors.password} />
      <SubmitButton busy={isPending}>{submit}</SubmitButton>
    </form>
  );
}

function StartCard({ isRequired, onAdded }: { isRequired: boolean; onAdded: (added: NewTwoFactor) => void }) {
  const { name } = useSettings();
  const form = usePasswordForm(async (password) => (await identity()).addTwoFactor(password, name), onAdded);
  return (
    <AuthCard
      title="Verificação em duas etapas"
      lead={
        isRequired
          ? 'A sua empresa pede a verificação em duas etapas de toda a equipe. Ative agora para continuar.'
          : 'Além da senha, a conta passa a pedir um código que só o seu celular mostra.'
      }
      footer={
        <Link to={isRequired ? '/auth/logout' : '/minhaconta'}>{isRequired ? 'Sair' : 'Voltar à minha conta'}</Link>
      }
    >
      <Text mt="md">
        Você precisa de um aplicativo autenticador no celular, como Google Authenticator, Microsoft Authenticator ou
        Authy.
      </Text>
      <PasswordForm form={form} submit="Continuar" />
    </AuthCard>
  );
}

function ScanCard({ uri, onConfirmed }: { uri: string; onConfirmed: () => void }) {
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

/** Recovery codes, which are shown once. */
function CodesCard({ codes, isNew }: { codes: readonly string[]; isNew: boolean }) {
  const { copied, refused, copy } = useCopy(codes.join('\n'));
  return (
    <AuthCard
      isAnswer
      title="Guarde os códigos de recuperação"
      lead={`${isNew ? 'A verificação está ativada. ' : 'Os códigos de antes não valem mais. '}Sem o celular, você entra com um destes códigos. Cada um vale uma vez, e eles não aparecem de novo.`}
    >
      <List listStyleType="none" my="md" ff="monospace" fz="lg" aria-label="Códigos de recuperação">
        {codes.map((code) => (
          <List.Item key={code}>{code}</List.Item>
        ))}
      </List>
      {refused && <Text variant="hint">O navegador não deixou copiar: selecione os códigos à mão.</Text>}
      <AuthActions>
        <Button size="md" variant="default" fullWidth onClick={() => void copy()}>
          <span role="status">{copied ? 'Códigos copiados!' : 'Copiar os códigos'}</span>
        </Button>
        <Button size="md" fullWidth onClick={() => void refreshSession()}>
          Já guardei, continuar
        </Button>
      </AuthActions>
    </AuthCard>
  );
}

function OnCard({ onCodes, onRemoved }: { onCodes: (codes: string[]) => void; onRemoved: () => Promise<void> }) {
  const [deed, setDeed] = useState<'renew' | 'remove'>('renew');
  const renewal = usePasswordForm(async (password) => (await identity()).renewRecoveryCodes(password), onCodes);
  const removal = usePasswordForm(async (password) => (await identity()).removeTwoFactor(password), onRemoved);
  const isRenewal = deed === 'renew';
  return (
    <AuthCard
      title="Verificação em duas etapas"
      lead={
        isRenewal
          ? 'Está ativada nesta conta. Com a senha, você cria outros códigos de recuperação.'
          : 'Sem ela, a conta volta a pedir só a senha.'
      }
      footer={<Link to="/minhaconta">Voltar à minha conta</Link>}
    >
      <PasswordForm
        key={deed}
        form={isRenewal ? renewal : removal}
        submit={isRenewal ? 'Criar outros códigos' : 'Desativar a verificação'}
      />
      <Button variant="subtle" size="md" mt="sm" fullWidth onClick={() => setDeed(isRenewal ? 'remove' : 'renew')}>
        {isRenewal ? 'Quero desativar' : 'Manter ativada'}
      </Button>
    </AuthCard>
  );
}
