import { Button } from '@mantine/core';
import { IconMapPinOff } from '@tabler/icons-react';
import { data, Link } from 'react-router';
import { useSessionStatus } from '~/features/session/session-status';
import { pageMeta } from '~/lib/page-meta';
import { EmptyState } from '~/ui/feedback/empty-state';

export const meta = pageMeta('Página não encontrada');
export const handle = { title: 'Página não encontrada' };

/** The server only sets the status. */
export function loader() {
  return data(null, { status: 404 });
}

export function clientLoader() {
  return null;
}

export default function NotFound() {
  const signedIn = useSessionStatus() === 'signedIn';
  return (
    <EmptyState
      icon={IconMapPinOff}
      title="Não encontramos esta página"
      text="O endereço pode estar errado, ou a página não é para a sua conta."
    >
      {signedIn && (
        <Button component={Link} to="/home" size="md">
          Ir para o início
        </Button>
      )}
      <Button component="a" href="/" size="md" variant={signedIn ? 'default' : 'filled'}>
        Ver os passeios
      </Button>
    </EmptyState>
  );
}
