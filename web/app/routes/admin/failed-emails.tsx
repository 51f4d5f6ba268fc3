import { Button, Text } from '@mantine/core';
import type { FailedEmail } from '@passeio/contract/messages';
import { IconMailCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { countOfFailedEmails, discardEmail, loadFailedEmails, retryEmails } from '~/features/messages/failed-emails';
import { formatMoment } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { useSettings } from '~/lib/settings';
import details from '~/ui/layout/details.module.css';
import { EmptyState } from '../area/page/empty-state';
import { PageSection, SectionCard } from '../area/page/page-section';
import type { Route } from './+types/failed-emails';
import styles from './failed-emails.module.css';

export { AreaError as ErrorBoundary } from '../area/page/area-error';

export const meta = pageMeta('Mensagens');
export const handle = { title: 'Mensagens' };

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadFailedEmails(request.signal);
}

export default function FailedEmails({ loaderData: { data: emails, total } }: Route.ComponentProps) {
  const { busy, run } = useBusy();
  if (emails.length === 0) {
    return (
      <EmptyState
        icon={IconMailCheck}
        title="Nenhuma mensagem ficou para trás"
        text="Quando um e-mail não puder ser entregue, ele aparece aqui com o motivo."
      />
    );
  }
  return (
    <PageSection
      title={countOfFailedEmails(total)}
      lead="Tentamos por mais de um dia antes de desistir. Cada uma fica aqui por 30 dias."
    >
      <SectionCard>
        <ul>
          {emails.map((email) => (
            <li key={email.id} className={styles.email}>
              <Facts email={email} />
              <div className={styles.actions}>
                <Button
                  size="md"
                  variant="default"
                  disabled={busy}
                  aria-label={`Tentar de novo: ${email.subject}, para ${email.to}`}
                  onClick={() => run(() => retryEmails([email]))}
                >
                  Tentar de novo
                </Button>
                <Button
                  size="md"
                  variant="subtle"
                  color="red"
                  disabled={busy}
                  aria-label={`Descartar: ${email.subject}, para ${email.to}`}
                  onClick={() => run(() => discardEmail(email))}
                >
                  Descartar
                </Button>
              </div>
            </li>
          ))}
        </ul>
        {emails.length > 1 && (
          <Button size="md" mt={8} loading={busy} onClick={() => run(() => retryEmails(emails))}>
            {emails.length < total ? `Tentar estas ${emails.length} de novo` : 'Tentar todas de novo'}
          </Button>
        )}
      </SectionCard>
    </PageSection>
  );
}

function Facts({ email: { subject, to, reason, response, askedAt, failedAt } }: { email: FailedEmail }) {
  const { timeZone } = useSettings();
  return (
    <div className={styles.facts}>
      <h3>{subject}</h3>
      <p>{to}</p>
      <Text pt={6}>{reason}</Text>
      <Text variant="hint">
        Pedida em {formatMoment(askedAt, timeZone)}, última tentativa em {formatMoment(failedAt, timeZone)}
      </Text>
      {response && (
        <details className={styles.response}>
          <summary className={details.summary}>Resposta do servidor</summary>
          <code>{response}</code>
        </details>
      )}
    </div>
  );
}

// One action at a time; reloads the list afterwards.
function useBusy() {
  const [busy, setBusy] = useState(false);
  const { revalidate } = useRevalidator();

  async function run(work: () => Promise<void>): Promise<void> {
    setBusy(true);
    try {
      await work();
      await revalidate();
    } finally {
      setBusy(false);
    }
  }

  return { busy, run };
}
