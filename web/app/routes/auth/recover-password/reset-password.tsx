import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Link, type LoaderFunctionArgs, redirect, useNavigate, useSearchParams } from 'react-router';
import { readActionLink } from '~/features/session/action-link';
import { resetPassword } from '~/features/session/credentials';
import { failureSentence } from '~/features/session/failure-sentence';
import { IdentityError } from '~/features/session/identity/error';
import { NewPasswordInput } from '~/features/users/new-password-input';
import { checkNewPassword, refusedPassword } from '~/features/users/password';
import { pageMeta } from '~/lib/page-meta';
import { FormNotice } from '~/ui/editing/form-notice';
import { useFieldErrors } from '~/ui/editing/use-field-errors';
import { AuthActions, AuthCard } from '../shared/auth-card';
import { SubmitButton } from '../shared/submit-button';

export const meta = pageMeta('Criar nova senha');

/** Firebase opens this page for confirmation links too. */
export function loader({ request }: LoaderFunctionArgs) {
  const { search, searchParams } = new URL(request.url);
  if (readActionLink(searchParams, 'reset')?.purpose === 'confirm') throw redirect(`/auth/confirm-mail${search}`);
  return null;
}

export default function ResetPassword() {
  const [params] = useSearchParams();
  const [isRefused, setRefused] = useState(false);
  const link = readActionLink(params, 'reset');
  if (!link || isRefused) return <UselessLink isAnswer={isRefused} />;
  return <NewPassword code={link.code} onUselessLink={() => setRefused(true)} />;
}

function NewPassword({ code, onUselessLink }: { code: string; onUselessLink: () => void }) {
  const { form, errors, watch, busy, notice, submit } = useReset(code, onUselessLink);
  return (
    <AuthCard
      title="Criar nova senha"
      lead="Depois de salvar, você entra de novo em cada aparelho, com a senha nova."
      footer={<Link to="/auth/login">Voltar para entrar</Link>}
    >
      <form ref={form} method="post" noValidate onSubmit={submit} {...watch}>
        {notice && <FormNotice>{notice}</FormNotice>}
        <NewPasswordInput label="Nova senha" error={errors.password} />
        <SubmitButton busy={busy}>Salvar nova senha</SubmitButton>
      </form>
    </AuthCard>
  );
}

function useReset(code: string, onUselessLink: () => void) {
  const { form, errors, refuse, watch } = useFieldErrors((_name, value) => checkNewPassword(value));
  const [busy, setBusy] = useState(false);
  const [notice, setNotice] = useState<string>();
  const navigate = useNavigate();

  function explain(error: unknown): void {
    const refusal = error instanceof IdentityError && error.failure === 'refused' ? error.code : '';
    const aboutPassword = refusedPassword(refusal);
    if (aboutPassword) refuse({ password: aboutPassword });
    else if (refusal === 'INVALID_TOKEN' || refusal === 'TOKEN_EXPIRED') onUselessLink();
    else setNotice(failureSentence(error) ?? 'Não foi possível salvar a nova senha. Tente de novo em instantes.');
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const password = String(new FormData(event.currentTarget).get('password') ?? '');
    const wrong = checkNewPassword(password);
    refuse(wrong ? { password: wrong } : {});
    if (wrong) return;
    setBusy(true);
    setNotice(undefined);
    try {
      await resetPassword(code, password);
      navigate('/auth/login', { replace: true, state: { arrival: 'passwordChanged' } });
    } catch (error) {
      explain(error);
    } finally {
      setBusy(false);
    }
  }

  return { form, errors, watch, busy, notice, submit };
}

function UselessLink({ isAnswer }: { isAnswer: boolean }) {
  return (
    <AuthCard
      isAnswer={isAnswer}
      title="Este link não vale mais"
      lead="Ele vale por pouco tempo e uma vez só. Peça outro: chega em instantes."
      footer={<Link to="/auth/login">Voltar para entrar</Link>}
    >
      <AuthActions>
        <Button component={Link} to="/auth/forgot-password" size="md" fullWidth>
          Pedir outro link
        </Button>
      </AuthActions>
    </AuthCard>
  );
}
