import { Box, Button, Group, Text, Title } from '@mantine/core';
import { messageRoutes } from '@passeio/contract/messages/message-routes';
import type { EmailLog as EmailLogPage, FailedEmail, FailedEmailList } from '@passeio/contract/messages/messages';
import { reservationPagePath } from '@passeio/contract/pages';
import { IconMailCheck } from '@tabler/icons-react';
import { useMutation, useSuspenseQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { EmailList } from '~/features/messages/email-list';
import { countOfFailedEmails, discardEmail, retryEmails } from '~/features/messages/failed-emails';
import { api } from '~/features/session/api';
import { load, preload } from '~/features/session/queries';
import { useFormats } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { EmptyState } from '~/ui/feedback/empty-state';
import details from '~/ui/layout/details.module.css';
import { Rows } from '~/ui/layout/rows';
import { Section, SectionCard } from '~/ui/layout/section';
import type { Route } from './+types/messages';
import { FailedWorkSection } from './failed-work';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Mensagens');
export const handle = { title: 'Mensagens' };

export function clientLoader() {
  return Promise.all([preload(load(messageRoutes.listFailed)), preload(load(messageRoutes.list, { query: {} }))]);
}

export default function Messages({ loaderData }: Route.ComponentProps) {
  const [{ data: failed }, { data: log }] = useSuspenseQueries({ queries: loaderData });
  return (
    <>
      {failed.data.length > 0 && <Failed failed={failed} />}
      <FailedWorkSection />
      {log.data.length > 0 && <EmailLog first={log} allWell={failed.data.length === 0} />}
      {failed.data.length === 0 && log.data.length === 0 && (
        <EmptyState
          icon={IconMailCheck}
          title="Nenhuma mensagem ainda"
          text="Os e-mails sobre reservas aparecem aqui; os que não puderem ser entregues, com o motivo."
        />
      )}
    </>
  );
}

function Failed({ failed: { data: emails, total } }: { failed: FailedEmailList }) {
  // One action at a time.
  const { mutate: run, isPending: busy } = useMutation({ mutationFn: (work: () => Promise<void>) => work() });
  return (
    <Section
      title={countOfFailedEmails(total)}
      lead="Tentamos por mais de um dia antes de desistir. Cada uma fica aqui por 30 dias."
    >
      <SectionCard>
        <Rows plain>
          {emails.map((email, index) => (
            <Group
              key={email.id}
              component="li"
              gap="0.75rem 1.5rem"
              align="start"
              pt={index === 0 ? 0 : 'lg'}
              pb={emails.length === 1 ? 0 : 'lg'}
            >
              <FailedEmailFacts email={email} />
              <Actions email={email} busy={busy} run={run} />
            </Group>
          ))}
        </Rows>
        {emails.length > 1 && (
          <Button size="md" mt={8} loading={busy} onClick={() => run(() => retryEmails(emails))}>
            {emails.length < total ? `Tentar estas ${emails.length} de novo` : 'Tentar todas de novo'}
          </Button>
        )}
      </SectionCard>
    </Section>
  );
}

interface ActionsProps {
  email: FailedEmail;
  busy: boolean;
  run: (work: () => Promise<void>) => void;
}

function Actions({ email, busy, run }: ActionsProps) {
  return (
    <Group gap={8}>
      <Button
        size="md"
        px="md"
        variant="default"
        disabled={busy}
        aria-label={`Tentar de novo: ${email.subject}, para ${email.to}`}
        onClick={() => run(() => retryEmails([email]))}
      >
        Tentar de novo
      </Button>
      <Button
        size="md"
        px="md"
        variant="subtle"
        color="red"
        disabled={busy}
        aria-label={`Descartar: ${email.subject}, para ${email.to}`}
        onClick={() => run(() => discardEmail(email))}
      >
        Descartar
      </Button>
    </Group>
  );
}

/** Sent e-mails about reservations. After a reload the list begins again with its first page. */
function EmailLog({ first, allWell }: { first: EmailLogPage; allWell: boolean }) {
  const [more, setMore] = useState<{ of: EmailLogPage; pages: EmailLogPage[] }>({ of: first, pages: [] });
  const pages = [first, ...(more.of === first ? more.pages : [])];
  const next = pages.at(-1)?.next;
  const { mutate: showMore, isPending } = useMutation({
    mutationFn: (from: string) => api.call(messageRoutes.list, { query: { from } }),
    onSuccess: (page) => setMore({ of: first, pages: [...pages.slice(1), page] }),
  });

  return (
    <Section title="E-mails sobre reservas" lead={allWell ? 'Nenhuma mensagem ficou para trás.' : undefined}>
      <SectionCard>
        <EmailList
          emails={pages.flatMap(({ data }) => data)}
          about={({ reservation: { id, code, tripTitle } }) => (
            <Link to={reservationPagePath(id)}>
              {code}, {tripTitle}
            </Link>
          )}
        />
        {next && (
          <Button size="md" variant="default" mt="lg" loading={isPending} onClick={() => showMore(next)}>
            Mostrar mais
          </Button>
        )}
      </SectionCard>
    </Section>
  );
}

function FailedEmailFacts({ email: { subject, to, reason, response, askedAt, failedAt } }: { email: FailedEmail }) {
  const { formatMoment } = useFormats();
  return (
    <Box flex="1 1 20rem" miw={0} style={{ overflowWrap: 'anywhere' }}>
      <Title order={3} fz="md" lh={1.4}>
        {subject}
      </Title>
      <p>{to}</p>
      <Text pt={6}>{reason}</Text>
      <Text variant="hint">
        Pedida em {formatMoment(askedAt)}, última tentativa em {formatMoment(failedAt)}
      </Text>
      {response && (
        <details>
          <summary className={details.summary}>Resposta do servidor</summary>
          <Text component="code" c="dimmed" fz="sm">
            {response}
          </Text>
        </details>
      )}
    </Box>
  );
}
