import { Button, Loader } from '@mantine/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Link, type LoaderFunctionArgs, redirect, useSearchParams } from 'react-router';
import { confirmEmail } from '~/features/session/credentials';
import { failureText, IdentityError } from '~/features/session/identity/error';
import { whenRestored } from '~/features/session/session';
import { pageMeta } from '~/lib/page-meta';
import { readActionLink } from '../shared/action-link';
import { AuthActions, AuthCard } from '../shared/auth-card';
import { useReturnUrl } from '../shared/use-return-url';
import { CheckInbox } from './check-inbox';

/** How long the success message is shown before redirecting. */
const READING_MS = 4000;

type Progress = { step: 'confirming' | 'confirmed' | 'useless' } | { step: 'failed'; sentence: string };

/** Confirms an address on load with the link's code. */
export function ConfirmByLink({ code }: { code: string }) {
  const { progress, confirm } = useConfirmation(code);
  if (progress.step === 'confirmed') return <Confirmed />;
  if (progress.step === 'useless') return <UselessLink />;
  if (progress.step === 'failed') {
    return (
      <AuthCard isAnswer title="Não foi possível confirmar agora" lead={progress.sentence}>
        <AuthActions>
          <Button size="md" fullWidth onClick={confirm}>
            Tentar de novo
          </Button>
        </AuthActions>
      </AuthCard>
    );
  }
  return (
    <AuthCard title="Confirmando o seu e-mail…">
      <AuthActions>
        <Loader aria-label="Confirmando o seu e-mail" />
      </AuthActions>
    </AuthCard>
  );
}

function useConfirmation(code: string) {
  const [progress, setProgress] = useState<Progress>({ step: 'confirming' });
  const started = useRef(false);

  const confirm = useCallback(async () => {
    setProgress({ step: 'confirming' });
    await whenRestored();
    try {
      await confirmEmail(code);
      setProgress({ step: 'confirmed' });
    } catch (error) {
      const isUseless = error instanceof IdentityError && error.failure === 'refused';
      const sentence = failureText(error) ?? 'Tente de novo em instantes.';
      setProgress(isUseless ? { step: 'useless' } : { step: 'failed', sentence });
    }
  }, [code]);

  useEffect(() => {
    if (started.current) return;
    started.current = true;
    void confirm();
  }, [confirm]);

  return { progress, confirm };
}

function Confirmed() {
  const { followReturnUrl } = useReturnUrl();
  useEffect(() => {
    const timer = setTimeout(followReturnUrl, READING_MS);
    return () => clearTimeout(timer);
  }, [followReturnUrl]);
  return (
    <AuthCard isAnswer title="E-mail confirmado!" lead="Tudo certo: este endereço é seu.">
      <AuthActions>
        <Button size="md" fullWidth onClick={followReturnUrl}>
          Continuar
        </Button>
      </AuthActions>
    </AuthCard>
  );
}

function UselessLink() {
  return (
    <AuthCard isAnswer title="Este link não vale mais" lead="Ele já foi usado ou passou do prazo. Peça outro link.">
      <AuthActions>
        <Button component={Link} to="/auth/confirm-mail" size="md" fullWidth>
          Pedir outro link
        </Button>
      </AuthActions>
    </AuthCard>
  );
}

export const meta = pageMeta('Confirmar e-mail');

/** Firebase opens this page for password links too. */
export function loader({ request }: LoaderFunctionArgs) {
  const { search, searchParams } = new URL(request.url);
  if (readActionLink(searchParams, 'confirm')?.purpose === 'reset') throw redirect(`/auth/reset-password${search}`);
  return null;
}

/** Confirms with a link's code; without one, says where to find the link. */
export default function ConfirmMail() {
  const [params] = useSearchParams();
  const link = readActionLink(params, 'confirm');
  return link ? <ConfirmByLink key={link.code} code={link.code} /> : <CheckInbox />;
}
