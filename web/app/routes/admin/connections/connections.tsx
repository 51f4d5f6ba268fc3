import { Group, Text } from '@mantine/core';
import { connectionTable, isConnectionKind } from '@passeio/contract/connections/connection-kinds';
import { connectionRoutes } from '@passeio/contract/connections/connections';
import { useSuspenseQuery } from '@tanstack/react-query';
import { load, preload } from '~/features/session/queries';
import { pageMeta } from '~/lib/page-meta';
import { LinkRow, Rows } from '~/ui/layout/rows';
import type { Route } from './+types/connections';
import { ConnectionBadge, ConnectionText, RetiredText } from './connection-state';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Conexões');
export const handle = { title: 'Conexões' };

export function clientLoader() {
  return preload(load(connectionRoutes.list));
}

/** What the operator is connected to, and how each connection is. */
export default function Connections({ loaderData }: Route.ComponentProps) {
  const { data } = useSuspenseQuery(loaderData).data;
  return (
    <>
      <Text c="dimmed" mb="md" maw="40rem">
        Ligue o sistema ao seu banco e aos serviços que você usa. Cada conexão é testada antes de valer, e as senhas e
        certificados ficam guardados com criptografia: ninguém os vê de novo.
      </Text>
      <Rows>
        {data
          // A newer server may have more.
          .filter(({ kind }) => isConnectionKind(kind))
          .map((connection) => {
            const { title, lead } = connectionTable[connection.kind];
            return (
              <LinkRow key={connection.kind} to={`/admin/conexoes/${connection.kind}`}>
                <div>
                  <Group gap="0.25rem 0.75rem">
                    <Text component="h2" fw={600} fz="lg">
                      {title}
                    </Text>
                    <ConnectionBadge connection={connection} />
                  </Group>
                  <Text>{lead}</Text>
                  <ConnectionText connection={connection} />
                  {connection.retired.map((retired) => (
                    <RetiredText key={retired.name} retired={retired} />
                  ))}
                </div>
              </LinkRow>
            );
          })}
        <LinkRow to="/admin/endereco">
          <div>
            <Text component="h2" fw={600} fz="lg">
              Endereço do portal
            </Text>
            <Text>O domínio em que os clientes encontram você, como suaagencia.com.br.</Text>
          </div>
        </LinkRow>
      </Rows>
    </>
  );
}
