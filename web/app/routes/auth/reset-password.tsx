import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link, type LoaderFunctionArgs, redirect, useNavigate, useSearchParams } from 'react-router';
import { AuthActions, AuthCard } from '~/features/auth/auth-card';
import { SubmitButton } from '~/features/auth/submit-button';
import { resetPassword } from '~/features/session/credentials';
import { failureText, IdentityError } from '~/features/session/identity/error';
import { useIdentityForm } from '~/features/session/use-identity-form';
import { checkNewPassword, NewPasswordInput, refusedPassword } from '~/features/users/new-password-input';
import { pageMeta } from '~/lib/page-meta';
import { FormNotice } from '~/ui/editing/form-notice';
import type { FieldErrors } from '~/ui/editing/use-field-errors';
import { readActionLink } from './action-link';

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
  const navigate = useNavigate();
  const { props, errors, isPending, notice } = useIdentityForm({
    fields: ['password'],
    check: (_name, value) => checkNewPassword(value),
    send: ({ password }) => resetPassword(code, password),
    onSent: () => navigate('/auth/login', { replace: true, state: { arrival: 'passwordChanged' } }),
    explain,
  });

  function explain(error: unknown): FieldErrors {
    const refusal = error instanceof IdentityError && error.failure === 'refused' ? error.code : '';
    const aboutPassword = refusedPassword(refusal);
    if (aboutPassword) return { password: aboutPassword };
    if (refusal !== 'INVALID_TOKEN' && refusal !== 'TOKEN_EXPIRED') {
      return { form: failureText(error) ?? 'Não foi possível salvar a nova senha. Tente de novo em instantes.' };
    }
    onUselessLink();
    return {};
  }

  return (
    <AuthCard
      title="Criar nova senha"
      lead="Depois de salvar, você entra de novo em cada aparelho, com a senha nova."
      footer={<Link to="/auth/login">Voltar para entrar</Link>}
    >
      <form {...props}>
        {notice && <FormNotice>{notice}</FormNotice>}
        <NewPasswordInput label="Nova senha" error={errors.password} />
        <SubmitButton busy={isPending}>Salvar nova senha</SubmitButton>
      </form>
    </AuthCard>
  );
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
