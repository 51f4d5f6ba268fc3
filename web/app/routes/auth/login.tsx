import { Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { AuthCard } from '~/features/auth/auth-card';
import { SubmitButton } from '~/features/auth/submit-button';
import { useReturnUrl } from '~/features/auth/use-return-url';
import { failureText } from '~/features/session/identity/error';
import type { SecondStepKind } from '~/features/session/identity/port';
import { installation } from '~/features/session/installation';
import { lockScreenUrl } from '~/features/session/return-url';
import { useSessionStatus } from '~/features/session/session-status';
import { orSecondSteps, signIn, signInBy, signInByPasskey } from '~/features/session/sign-in';
import { useIdentityForm } from '~/features/session/use-identity-form';
import { ChosenPlacesCard, refusalOf, useChosenPlaces } from '~/features/trips/chosen-places';
import { checkEmail, EmailField } from '~/features/users/email-field';
import { PasswordField } from '~/features/users/password-field';
import { pageMeta } from '~/lib/page-meta';
import { FormNotice } from '~/ui/editing/form-notice';
import { showAlert } from '~/ui/feedback/alert';
import text from '~/ui/text/text.module.css';
import { SecondStepCard, useSecondStep } from './second-step';

export const meta = pageMeta('Entrar');

export default function Login() {
  const { hasReturnUrl, target, followReturnUrl, withReturnUrl } = useReturnUrl();
  const registerUrl = withReturnUrl('/auth/register');
  const [asked, setAsked] = useState<{ email: string; kinds: readonly SecondStepKind[] }>();
  const [startedOver, setStartedOver] = useState<string>();
  const passkey = useMutation({ mutationFn: signInByPasskey, onSuccess: welcome });
  const second = useSecondStep({
    kinds: asked?.kinds,
    send: (step) => signInBy(asked?.email ?? '', step),
    onSent: welcome,
    onStartOver(reason) {
      setStartedOver(reason);
      setAsked(undefined);
    },
  });
  const { props, errors, isPending, notice } = useIdentityForm({
    fields: ['email', 'password'],
    check: checkField,
    send: async ({ email, password }) => {
      passkey.reset();
      try {
        return await signIn(email.trim(), password);
      } catch (error) {
        setAsked({ email: email.trim(), kinds: orSecondSteps(error) });
        return 'asked';
      }
    },
    onSent: welcome,
    explain: (error) => ({ form: showFailure(error) }),
  });
  const offersPasskeys = useOffersPasskeys();
  const isBusy = isPending || second.isPending || passkey.isPending;
  const navigate = useNavigate();
  const { chosen, keepExtras } = useChosenPlaces();
  const status = useSessionStatus();

  useEffect(() => {
    if (isBusy) return;
    if (status === 'signedIn') followReturnUrl();
    if (status === 'unfinished') navigate(registerUrl, { replace: true });
    if (status === 'locked') navigate(lockScreenUrl(target), { replace: true });
  }, [isBusy, status, followReturnUrl, navigate, registerUrl, target]);

  const problem = passkey.isError ? (failureText(passkey.error) ?? PASSKEY_FAILED) : (notice ?? startedOver);
  if (asked) return <SecondStepCard {...second} onBack={() => setAsked(undefined)} />;
  return (
    <AuthCard
      title="Entrar"
      lead={hasReturnUrl ? 'Entre na sua conta para continuar.' : 'Que bom ver você de novo.'}
      footer={
        <>
          Ainda não tem conta? <Link to={registerUrl}>{chosen ? 'Criar conta' : 'Cadastre-se'}</Link>
        </>
      }
    >
      {chosen && (
        <Stack gap="sm" mb="md">
          <ChosenPlacesCard {...chosen} onExtras={keepExtras} />
          {!refusalOf(chosen) && (
            <Button
              component={Link}
              to={withReturnUrl('/auth/sem-conta')}
              replace
              size="md"
              variant="default"
              fullWidth
            >
              Continuar sem conta
            </Button>
          )}
        </Stack>
      )}
      <form {...props}>
        {problem ? <FormNotice>{problem}</FormNotice> : <Arrival />}
        <EmailField error={errors.email} />
        <div>
          <PasswordField autoComplete="current-password" error={errors.password} />
          <Link to={withReturnUrl('/auth/forgot-password')} className={text.line} style={{ fontSize: '0.9375rem' }}>
            Esqueci minha senha
          </Link>
        </div>
        <SubmitButton busy={isPending}>Entrar</SubmitButton>
      </form>
      {offersPasskeys && (
        <Button
          size="md"
          variant="default"
          fullWidth
          mt="sm"
          px="xs"
          loading={passkey.isPending}
          onClick={() => passkey.mutate()}
        >
          Entrar com chave de acesso
        </Button>
      )}
    </AuthCard>
  );
}

const PASSKEY_FAILED = 'Não foi possível entrar com a chave de acesso. Tente de novo.';
const never = () => () => {};

// The server renders the button, which almost every page keeps: nothing moves then.
function useOffersPasskeys(): boolean {
  return useSyncExternalStore(
    never,
    () => installation().identity.provider === 'embedded' && 'PublicKeyCredential' in window,
    () => true,
  );
}

/** Notice for redirects from other pages. */
function Arrival() {
  const { state } = useLocation();
  if (state?.arrival !== 'passwordChanged') return null;
  return <FormNotice tone="info">Senha alterada. Entre com a nova senha.</FormNotice>;
}

function welcome(outcome: string): void {
  if (outcome === 'signedIn') showAlert('success', 'Usuário logado com sucesso!');
}

function checkField(name: string, value: string): string | undefined {
  if (name === 'password') return value === '' ? 'Senha: preencha este campo.' : undefined;
  return checkEmail(value);
}

/** Shows the error in a toast; returns the message that stays in the form. */
function showFailure(error: unknown): string {
  const sentence = failureText(error);
  showAlert('error', sentence ?? 'Email ou senha inválidos');
  return sentence ?? 'Confira o e-mail e a senha e tente de novo.';
}
