import { Button, Group, Loader } from '@mantine/core';
import { plural } from '@passeio/contract/words';
import { useCallback, useEffect, useRef, useState } from 'react';
import { AuthCard } from '~/features/auth/auth-card';
import { countUnsent } from '~/features/boarding/outbox';
import { deleteSharedReceipt } from '~/features/reservations/payment/shared-receipt';
import { deleteAllDrafts } from '~/features/session/drafts';
import { failureText } from '~/features/session/identity/error';
import { deletePendingEnrolment } from '~/features/session/remembered/pending-enrolment';
import { forgetLinks } from '~/features/session/remembered/remembered-links';
import { whenRestored } from '~/features/session/session';
import { signOut } from '~/features/session/sign-out';
import { ownerId } from '~/features/session/user-store';
import { pageMeta } from '~/lib/page-meta';
import text from '~/ui/text/text.module.css';

export const meta = pageMeta('Sair');

/** How long the message is shown before the portal opens. */
const FAREWELL_MS = 1500;

type Progress = 'leaving' | 'gone' | { failed: string } | { unsent: number };

/**
 * Going back to this page would sign out again, also after it was left by the address bar: the history gets the login
 * page, which sends people who are signed in to /home.
 */
function replaceAddress(): void {
  window.history.replaceState(window.history.state, '', '/auth/login');
}

function toPortal(): void {
  window.location.replace('/');
}

export default function Logout() {
  const [progress, setProgress] = useState<Progress>('leaving');
  const started = useRef(false);

  const leave = useCallback(async () => {
    setProgress('leaving');
    const outcome = await signOut('asked');
    if (!outcome.isDone) return setProgress({ failed: failureText(outcome.failure) ?? '' });
    deleteAllDrafts();
    deletePendingEnrolment();
    forgetLinks();
    await deleteSharedReceipt();
    setProgress('gone');
  }, []);

  // A user who opens another page during the farewell stays there.
  useEffect(() => {
    if (progress !== 'gone') return;
    const farewell = setTimeout(toPortal, FAREWELL_MS);
    return () => clearTimeout(farewell);
  }, [progress]);

  useEffect(() => {
    if (started.current) return;
    started.current = true;
    replaceAddress();
    void askBeforeLeaving();
    async function askBeforeLeaving() {
      await whenRestored();
      const unsent = await countUnsent(ownerId() ?? '');
      if (unsent > 0) setProgress({ unsent });
      else await leave();
    }
  }, [leave]);

  if (typeof progress === 'object' && 'unsent' in progress) {
    return (
      <AuthCard
        title={`${plural(progress.unsent, 'toque')} de embarque por enviar`}
        lead="Se você sair agora, eles ficam guardados neste aparelho e só são enviados quando você entrar de novo e abrir o embarque."
      >
        <Group gap="sm" mih={44} mt="lg">
          <Button size="md" component="a" href="/home">
            Continuar na minha conta
          </Button>
          <Button size="md" variant="default" onClick={leave}>
            Sair mesmo assim
          </Button>
        </Group>
      </AuthCard>
    );
  }

  if (typeof progress === 'object') {
    return (
      <AuthCard title="Você ainda está na sua conta" lead={`Não foi possível sair agora. ${progress.failed}`}>
        <Group gap="sm" mih={44} mt="lg">
          <Button size="md" onClick={leave}>
            Tentar de novo
          </Button>
          <Button size="md" variant="default" component="a" href="/home">
            Continuar na minha conta
          </Button>
        </Group>
      </AuthCard>
    );
  }
  return (
    <AuthCard
      title={progress === 'gone' ? 'Até logo!' : 'Saindo da sua conta…'}
      lead={progress === 'gone' ? 'Você saiu da sua conta. Voltando aos passeios…' : undefined}
    >
      <Group gap="sm" mih={44} mt="lg" role="status">
        {progress === 'gone' ? <PortalLink /> : <Loader aria-label="Saindo da sua conta" />}
      </Group>
    </AuthCard>
  );
}

function PortalLink() {
  return (
    <a
      href="/"
      className={text.line}
      onClick={(event) => {
        event.preventDefault();
        toPortal();
      }}
    >
      Ir para os passeios
    </a>
  );
}
