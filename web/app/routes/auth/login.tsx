import { Button, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { failureText } from '~/features/session/identity/error';
import { lockScreenUrl } from '~/features/session/return-url';
import { useSessionStatus } from '~/features/session/session-status';
import { needsSecondStep, signIn, signInBy } from '~/features/session/sign-in';
import { useIdentityForm } from '~/features/session/use-identity-form';
import { checkEmail, EmailField } from '~/features/users/email-field';
import { PasswordField } from '~/features/users/password-field';
import { pageMeta } from '~/lib/page-meta';
import { FormNotice } from '~/ui/editing/form-notice';
import { showAlert } from '~/ui/feedback/alert';
import text from '~/ui/text/text.module.css';
import { AuthCard } from './auth-card';
import { ChosenPlacesCard, refusalOf, useChosenPlaces } from './chosen-places';
import { SecondStepCard, useSecondStep } from './second-step';
import { SubmitButton } from './submit-button';
import { useReturnUrl } from './use-return-url';

export const meta = pageMeta('Entrar');

export default function Login() {
  const { hasReturnUrl, target, followReturnUrl, withReturnUrl } = useReturnUrl();
  const registerUrl = withReturnUrl('/auth/register');
  const [asked, setAsked] = useState<string>();
  const [startedOver, setStartedOver] = useState<string>();
  const second = useSecondStep({
    send: (step) => signInBy(asked ?? '', step),
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
      try {
        return await signIn(email.trim(), password);
      } catch (error) {
        if (!needsSecondStep(error)) throw error;
        setAsked(email.trim());
        return 'asked';
      }
    },
    onSent: welcome,
    explain: (error) => ({ form: showFailure(error) }),
  });
  const navigate = useNavigate();
  const chosen = useChosenPlaces();
  const status = useSessionStatus();

  useEffect(() => {
    if (isPending || second.isPending) return;
    if (status === 'signedIn') followReturnUrl();
    if (status === 'unfinished') navigate(registerUrl, { replace: true });
    if (status === 'locked') navigate(lockScreenUrl(target), { replace: true });
  }, [isPending, second.isPending, status, followReturnUrl, navigate, registerUrl, target]);

  if (asked !== undefined) return <SecondStepCard {...second} onBack={() => setAsked(undefined)} />;
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
          <ChosenPlacesCard {...chosen} />
          {!refusalOf(chosen) && (
            <Button component={Link} to={withReturnUrl('/auth/sem-conta')} size="md" variant="default" fullWidth>
              Continuar sem conta
            </Button>
          )}
        </Stack>
      )}
      <form {...props}>
        {(notice ?? startedOver) ? <FormNotice>{notice ?? startedOver}</FormNotice> : <Arrival />}
        <EmailField error={errors.email} />
        <div>
          <PasswordField autoComplete="current-password" error={errors.password} />
          <Link to={withReturnUrl('/auth/forgot-password')} className={text.line} style={{ fontSize: '0.9375rem' }}>
            Esqueci minha senha
          </Link>
        </div>
        <SubmitButton busy={isPending}>Entrar</SubmitButton>
      </form>
    </AuthCard>
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
