import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { readActionLink } from '~/features/session/action-link';
import { undoEmailChange } from '~/features/session/credentials';
import { failureSentence } from '~/features/session/failure-sentence';
import { IdentityError } from '~/features/session/identity/error';
import { pageMeta } from '~/lib/page-meta';
import { FormNotice } from '~/ui/editing/form-notice';
import { AuthActions, AuthCard } from '../shared/auth-card';

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
  const [busy, setBusy] = useState(false);
  const [notice, setNotice] = useState<string>();
  const navigate = useNavigate();

  async function undo(): Promise<void> {
    setBusy(true);
    setNotice(undefined);
    try {
      await navigate(await undoEmailChange(code), { replace: true });
    } catch (error) {
      if (error instanceof IdentityError && error.failure === 'refused') onUselessLink();
      else setNotice(failureSentence(error) ?? 'Não foi possível desfazer a troca. Tente de novo em instantes.');
    } finally {
      setBusy(false);
    }
  }

  return (
    <AuthCard
      title="Desfazer a troca de e-mail?"
      lead="O e-mail da conta volta a ser o anterior, todos os aparelhos saem da conta e você cria uma nova senha."
    >
      {notice && <FormNotice>{notice}</FormNotice>}
      <AuthActions>
        <Button size="md" fullWidth loading={busy} onClick={undo}>
          Desfazer a troca
        </Button>
      </AuthActions>
    </AuthCard>
  );
}

function UselessLink() {
  return (
    <AuthCard isAnswer title="Este link não vale mais" lead="Ele já foi usado ou passou dos 7 dias. Fale com a gente.">
      <AuthActions>
        <Button component={Link} to="/portal" size="md" fullWidth>
          Ir para o portal
        </Button>
      </AuthActions>
    </AuthCard>
  );
}
