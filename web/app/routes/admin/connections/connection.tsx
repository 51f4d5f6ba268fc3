import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type ConnectionKind, connectionTable, isConnectionKind } from '@passeio/contract/connections/connection-kinds';
import { type ConnectionState, connectionRoutes } from '@passeio/contract/connections/connections';
import { WHATSAPP_PAGE } from '@passeio/contract/messages/chat-routes';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, redirect } from 'react-router';
import { load, preload } from '~/features/session/queries';
import { pageMeta } from '~/lib/page-meta';
import { useCopy } from '~/ui/inputs/use-copy';
import { Section } from '~/ui/layout/section';
import type { Route } from './+types/connection';
import { ConnectionForm } from './connection-form';
import { ConnectionBadge, ConnectionText, RetiredText } from './connection-state';
import { ForgetDialog, RemoveDialog } from './remove-dialog';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Conexão');
export const handle = { title: 'Conexão' };

export function clientLoader({ params: { kind } }: Route.ClientLoaderArgs) {
  if (!isConnectionKind(kind)) throw redirect('/404');
  return preload(load(connectionRoutes.read, { params: { kind } }));
}

/** A connection: how it is, what has to be copied to the provider, and the form. */
export default function Connection({ loaderData, params }: Route.ComponentProps) {
  const { data: connection } = useSuspenseQuery(loaderData);
  const [isRemoving, setRemoving] = useState(false);
  // The name of the replaced account that is about to be forgotten.
  const [forgotten, setForgotten] = useState<string>();
  const kind = params.kind as ConnectionKind;
  const { title, lead } = connectionTable[kind];
  const isOwn = connection.source === 'browser' || connection.source === 'none' || connection.demonstrationUrl !== null;
  return (
    <>
      <Text mb="md">
        <Link to="/admin/conexoes">Todas as conexões</Link>
      </Text>
      <Section title={title} lead={lead} fields>
        <Stack gap={6} align="start">
          <ConnectionBadge connection={connection} />
          <ConnectionText connection={connection} />
        </Stack>
        {!isOwn && <GivenText connection={connection} />}
        {connection.demonstrationUrl && <DemonstrationText {...connection} url={connection.demonstrationUrl} />}
        {kind === 'whatsapp' && connection.source !== 'none' && (
          <Link to={WHATSAPP_PAGE}>Modelos de mensagem, quem recebe e custos</Link>
        )}
        {connection.addresses.length > 0 && <Addresses addresses={connection.addresses} />}
        {connection.source === 'browser' && (
          <Group>
            <Button size="md" variant="default" onClick={() => setRemoving(true)}>
              Remover conexão
            </Button>
          </Group>
        )}
        {connection.retired.map((retired) => (
          <Stack key={retired.name} gap={6} align="start">
            <RetiredText retired={retired} />
            <Button size="compact-md" variant="subtle" px={0} onClick={() => setForgotten(retired.name)}>
              Esquecer esta conta
            </Button>
          </Stack>
        ))}
      </Section>
      {isOwn && <ConnectionForm key={connection.connectedAt} kind={kind} connection={connection} />}
      {isRemoving && <RemoveDialog connection={connection} kind={kind} onClose={() => setRemoving(false)} />}
      {forgotten && <ForgetDialog kind={kind} name={forgotten} onClose={() => setForgotten(undefined)} />}
    </>
  );
}

function GivenText({ connection: { source } }: { connection: ConnectionState }) {
  return (
    <Text>
      {source === 'demonstration'
        ? 'Esta conexão é da demonstração: nela nada é de verdade. Em uma instalação própria, ela se configura aqui.'
        : 'Esta conexão é definida nas variáveis do servidor, e só quem cuida dele pode mudar.'}
    </Text>
  );
}

/** How a connection is tried in the demonstration. */
function DemonstrationText({ source, url }: Pick<ConnectionState, 'source'> & { url: string }) {
  return (
    <Stack gap="sm" align="start">
      <Text>
        {source === 'demonstration' && 'As notas já saem com um certificado da demonstração, e não valem nada. '}
        Para ver como se conecta, baixe um certificado de teste na página do governo de demonstração e envie aqui.
      </Text>
      <Button component="a" href={url} target="_blank" rel="noreferrer" size="md" variant="default">
        Abrir a página do governo
      </Button>
    </Stack>
  );
}

function Addresses({ addresses }: { addresses: ConnectionState['addresses'] }) {
  return (
    <div>
      <Text fw={600}>Copie para a página do provedor</Text>
      {addresses.map(({ label, address }) => (
        <CopiedAddress key={label} label={label} address={address} />
      ))}
    </div>
  );
}

function CopiedAddress({ label, address }: { label: string; address: string }) {
  const { copied, copy } = useCopy(address);
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <TextInput
      size="md"
      mt="xs"
      label={label}
      value={address}
      readOnly
      rightSectionWidth={112}
      rightSection={
        <Button
          size="compact-md"
          variant="subtle"
          aria-label={`Copiar ${label}`}
          leftSection={<Icon size={18} aria-hidden />}
          onClick={copy}
        >
          {copied ? 'Copiado' : 'Copiar'}
        </Button>
      }
    />
  );
}
