import { Box, Group, Loader, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { AuthActions, AuthCard } from '~/features/auth/auth-card';
import { SubmitButton } from '~/features/auth/submit-button';
import { useReturnUrl } from '~/features/auth/use-return-url';
import { failureText } from '~/features/session/identity/error';
import type { SecondStepKind } from '~/features/session/identity/port';
import { useSessionStatus } from '~/features/session/session-status';
import { orSecondSteps, unlock, unlockBy } from '~/features/session/sign-in';
import { endProviderSession, lockQuietly } from '~/features/session/sign-out';
import { useIdentityForm } from '~/features/session/use-identity-form';
import { useUser } from '~/features/session/user-store';
import { HiddenUsername, PasswordField } from '~/features/users/password-field';
import { pageMeta } from '~/lib/page-meta';
import { FormNotice } from '~/ui/editing/form-notice';
import { showAlert } from '~/ui/feedback/alert';
import { Avatar } from '~/ui/media/avatar';
import { SecondStepCard, useSecondStep } from './second-step';

export const meta = pageMeta('Tela bloqueada');

export default function LockScreen() {
  const [kinds, setKinds] = useState<readonly SecondStepKind[]>();
  const [startedOver, setStartedOver] = useState<string>();
  const second = useSecondStep({
    kinds,
    send: unlockBy,
    onSent: () => showAlert('success', 'Usuário logado com sucesso!'),
    onStartOver(reason) {
      setStartedOver(reason);
      setKinds(undefined);
    },
  });
  const unlocking = useUnlock(setKinds);
  const isLocked = useLockOnArrival(unlocking.isPending || second.isPending);
  if (!isLocked) {
    return (
      <AuthCard title="Tela bloqueada">
        <AuthActions>
          <Loader aria-label="Carregando" />
        </AuthActions>
      </AuthCard>
    );
  }
  if (kinds) return <SecondStepCard {...second} onBack={() => setKinds(undefined)} />;
  return <AskForPassword {...unlocking} notice={unlocking.notice ?? startedOver} />;
}

/** Locks a signed-in session; redirects once it is unlocked, here or in another tab. */
function useLockOnArrival(busy: boolean): boolean {
  const status = useSessionStatus();
  const { followReturnUrl, withReturnUrl } = useReturnUrl();
  const navigate = useNavigate();
  const wasLocked = useRef(false);
  const loginUrl = withReturnUrl('/auth/login');

  useEffect(() => {
    if (busy || status === 'restoring') return;
    if (status === 'locked') wasLocked.current = true;
    else if (status === 'signedIn') wasLocked.current ? followReturnUrl() : lockQuietly();
    // Another tab may be unlocking.
    else if (status !== 'unfinished' || !wasLocked.current) navigate(loginUrl, { replace: true });
  }, [busy, status, followReturnUrl, navigate, loginUrl]);

  useEffect(() => (status === 'locked' && !busy ? retryProviderSignOut() : undefined), [status, busy]);
  return status === 'locked' || busy;
}

/** Retries ending the provider's session if that failed when the screen was locked. */
function retryProviderSignOut(): () => void {
  const end = async () => {
    if (await endProviderSession()) window.removeEventListener('online', end);
  };
  window.addEventListener('online', end);
  void end();
  return () => window.removeEventListener('online', end);
}

function useUnlock(onSecondStep: (kinds: readonly SecondStepKind[]) => void) {
  return useIdentityForm({
    fields: ['password'],
    check: checkField,
    send: async ({ password }) => {
      try {
        await unlock(password);
        return 'unlocked';
      } catch (error) {
        onSecondStep(orSecondSteps(error));
        return 'asked';
      }
    },
    onSent: (outcome) => outcome === 'unlocked' && showAlert('success', 'Usuário logado com sucesso!'),
    explain: (error) => {
      const sentence = failureText(error);
      showAlert('error', sentence ?? 'Senha incorreta');
      return { form: sentence ?? 'Senha incorreta. Confira e tente de novo.' };
    },
  });
}

function AskForPassword({ props, errors, isPending, notice }: ReturnType<typeof useUnlock>) {
  const { name, email } = useUser(({ user }) => user);
  // Unlocking changes the slice: keep showing the same person.
  const [who, setWho] = useState({ name, email });
  if (!isPending && name !== '' && (name !== who.name || email !== who.email)) setWho({ name, email });
  const [mailbox, host] = who.email.split('@');
  return (
    <AuthCard
      title="Tela bloqueada"
      lead="Digite a sua senha para continuar de onde parou."
      footer={
        <>
          Não é você? <Link to="/auth/logout">Sair</Link>
        </>
      }
    >
      <form {...props}>
        <Group wrap="nowrap">
          <Avatar name={who.name} large />
          <Box miw={0} style={{ overflowWrap: 'anywhere' }}>
            <Text fz="xl" fw={700} lh={1.25} lts="-0.015em">
              {who.name}
            </Text>
            <Text fz="sm" c="dimmed" mt={2}>
              {mailbox}
              <wbr />@{host}
            </Text>
          </Box>
        </Group>
        {notice && <FormNotice>{notice}</FormNotice>}
        <HiddenUsername email={who.email} />
        <PasswordField autoComplete="current-password" error={errors.password} />
        <SubmitButton busy={isPending}>Desbloquear</SubmitButton>
      </form>
    </AuthCard>
  );
}

function checkField(name: string, value: string): string | undefined {
  return name === 'password' && value === '' ? 'Senha: preencha este campo.' : undefined;
}
