import { type FormEvent, useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { failureSentence } from '~/features/session/failure-sentence';
import { lockScreenUrl } from '~/features/session/return-url';
import { useSessionStatus } from '~/features/session/session-status';
import { signIn } from '~/features/session/sign-in';
import { checkEmail, EmailField } from '~/features/users/email-field';
import { PasswordField } from '~/features/users/password-field';
import { pageMeta } from '~/lib/page-meta';
import { FormNotice } from '~/ui/editing/form-notice';
import { useFieldErrors } from '~/ui/editing/use-field-errors';
import { showAlert } from '~/ui/feedback/alert';
import { AuthCard } from '../shared/auth-card';
import { SubmitButton } from '../shared/submit-button';
import { useReturnUrl } from '../shared/use-return-url';
import styles from './login.module.css';

export const meta = pageMeta('Entrar');

export default function Login() {
  const { hasReturnUrl, target, followReturnUrl, withReturnUrl } = useReturnUrl();
  const registerUrl = withReturnUrl('/auth/register');
  const { form, errors, watch, busy, notice, submit } = useLogin();
  const navigate = useNavigate();
  const status = useSessionStatus();

  useEffect(() => {
    if (busy) return;
    if (status === 'signedIn') followReturnUrl();
    if (status === 'unfinished') navigate(registerUrl, { replace: true });
    if (status === 'locked') navigate(lockScreenUrl(target), { replace: true });
  }, [busy, status, followReturnUrl, navigate, registerUrl, target]);

  return (
    <AuthCard
      title="Entrar"
      lead={hasReturnUrl ? 'Entre na sua conta para continuar.' : 'Que bom ver você de novo.'}
      footer={
        <>
          Ainda não tem conta? <Link to={registerUrl}>Cadastre-se</Link>
        </>
      }
    >
      <form ref={form} method="post" noValidate onSubmit={submit} {...watch}>
        {notice ? <FormNotice>{notice}</FormNotice> : <Arrival />}
        <EmailField error={errors.email} />
        <div>
          <PasswordField autoComplete="current-password" error={errors.password} />
          <Link to={withReturnUrl('/auth/forgot-password')} className={styles.forgot}>
            Esqueci minha senha
          </Link>
        </div>
        <SubmitButton busy={busy}>Entrar</SubmitButton>
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

function useLogin() {
  const { form, errors, refuse, watch } = useFieldErrors(checkField);
  const [busy, setBusy] = useState(false);
  const [notice, setNotice] = useState<string>();

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const { email, password } = readCredentials(event.currentTarget);
    const wrong = wrongFields(email, password);
    refuse(wrong);
    if (Object.keys(wrong).length > 0) return;
    setBusy(true);
    setNotice(undefined);
    try {
      const outcome = await signIn(email.trim(), password);
      if (outcome === 'signedIn') showAlert('success', 'Usuário logado com sucesso!');
    } catch (error) {
      setNotice(showFailure(error));
    } finally {
      setBusy(false);
    }
  }

  return { form, errors, watch, busy, notice, submit };
}

function readCredentials(form: HTMLFormElement): { email: string; password: string } {
  const typed = new FormData(form);
  return { email: String(typed.get('email') ?? ''), password: String(typed.get('password') ?? '') };
}

function checkField(name: string, value: string): string | undefined {
  if (name === 'password') return value === '' ? 'Senha: preencha este campo.' : undefined;
  return checkEmail(value);
}

function wrongFields(email: string, password: string): Record<string, string> {
  const sentences = { email: checkField('email', email), password: checkField('password', password) };
  return Object.fromEntries(Object.entries(sentences).filter(([, sentence]) => sentence !== undefined)) as Record<
    string,
    string
  >;
}

/** Shows the error in a toast; returns the message that stays in the form. */
function showFailure(error: unknown): string {
  const sentence = failureSentence(error);
  showAlert('error', sentence ?? 'Email ou senha inválidos');
  return sentence ?? 'Confira o e-mail e a senha e tente de novo.';
}
