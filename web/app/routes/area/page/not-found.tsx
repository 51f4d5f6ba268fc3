import { Button } from '@mantine/core';
import { IconLock, IconMapPinOff } from '@tabler/icons-react';
import { data, Link, type Location, type MetaArgs, useLocation } from 'react-router';
import { NO_ACCESS_PAGE } from '~/features/session/access';
import { useSessionStatus } from '~/features/session/session-status';
import { pageMeta } from '~/lib/page-meta';
import { EmptyState } from '~/ui/feedback/empty-state';

const isDenied = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>) => pathname + search === NO_ACCESS_PAGE;
const titleAt = (at: Location) => (isDenied(at) ? 'Sem acesso' : 'Página não encontrada');

export const meta = (args: MetaArgs) => pageMeta(titleAt(args.location))(args);
export const handle = { title: (_: object, at: Location) => titleAt(at) };

/** The server only sets the status. */
export function loader() {
  return data(null, { status: 404 });
}

export function clientLoader() {
  return null;
}

export default function NotFound() {
  const signedIn = useSessionStatus() === 'signedIn';
  const denied = isDenied(useLocation());
  return (
    <EmptyState
      icon={denied ? IconLock : IconMapPinOff}
      title={denied ? 'Você não tem acesso a esta página' : 'Não encontramos esta página'}
      text={
        denied
          ? 'Ela é de outro perfil, ou pede uma permissão que a sua conta não tem.'
          : 'Confira o endereço: a página pode ter mudado de lugar.'
      }
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
