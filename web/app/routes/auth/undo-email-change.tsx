import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { AuthActions, AuthCard } from '~/features/auth/auth-card';
import { undoEmailChange } from '~/features/session/credentials';
import { failureText, IdentityError } from '~/features/session/identity/error';
import { pageMeta } from '~/lib/page-meta';
import { FormNotice } from '~/ui/editing/form-notice';
import { readActionLink } from './action-link';

export const meta = pageMeta('Desfazer a troca de e-mail');

/** Restores an account's old e-mail with the link sent there. */
export default function UndoEmailChange() {
  const [params] = useSearchParams();
  const link = readActionLink(params, 'undo');
  const [isRefused, setRefused] = useState(false);
  if (!link || isRefused) return <UselessLink />;
  return <Ask code={link.code} onUselessLink={() => setRefused(true)} />;
}

function Ask({ code, onUselessLink }: { code: string; onUselessLink: () => void }) {
  const navigate = useNavigate();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => navigate(await undoEmailChange(code), { replace: true }),
    onError: (failure) => {
      if (isUseless(failure)) onUselessLink();
    },
  });

  return (
    <AuthCard
      title="Desfazer a troca de e-mail?"
      lead="O e-mail da conta volta a ser o anterior, todos os aparelhos saem da conta e você cria uma nova senha."
    >
      {error && !isUseless(error) && (
        <FormNotice>
          {failureText(error) ?? 'Não foi possível desfazer a troca. Tente de novo em instantes.'}
        </FormNotice>
      )}
      <AuthActions>
        <Button size="md" fullWidth loading={isPending} onClick={() => mutate()}>
          Desfazer a troca
        </Button>
      </AuthActions>
    </AuthCard>
  );
}

function isUseless(error: unknown): boolean {
  return error instanceof IdentityError && error.failure === 'refused';
}

function UselessLink() {
  return (
    <AuthCard isAnswer title="Este link não vale mais" lead="Ele já foi usado ou passou dos 7 dias. Fale com a gente.">
      <AuthActions>
        <Button component="a" href="/portal" size="md" fullWidth>
          Ir para o portal
        </Button>
      </AuthActions>
    </AuthCard>
  );
}
