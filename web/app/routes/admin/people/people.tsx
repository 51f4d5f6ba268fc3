import { Button } from '@mantine/core';
import { roleLabels } from '@passeio/contract/roles';
import { userRoutes } from '@passeio/contract/users/user-routes';
import { accessLabels, type PersonSummary, type UserFilters, userFilters } from '@passeio/contract/users/users';
import type { z } from '@passeio/contract/zod';
import { IconUserPlus, IconUsers } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { load, preload } from '~/features/session/queries';
import { useFormats } from '~/lib/formats';
import { formatContact } from '~/lib/number-formats';
import { pageMeta } from '~/lib/page-meta';
import { lazyDialog } from '~/ui/dialogs/lazy-dialog';
import { EmptyState } from '~/ui/feedback/empty-state';
import { DataTable } from '~/ui/layout/data-table';
import styles from '~/ui/layout/data-table.module.css';
import { ChoiceFilter, ListPages, SearchField } from '~/ui/layout/list-tools';
import toolStyles from '~/ui/layout/list-tools.module.css';
import type { Route } from './+types/people';
import { AccessBadges } from './access-badges';

// Its forms would be loaded with every list.
const StaffInvitations = lazyDialog(async () => (await import('./staff-invitations')).StaffInvitations);

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Usuários');
export const handle = { title: 'Usuários' };

const choicesOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

const roleChoices = [{ value: '', label: 'Todos os perfis' }, ...choicesOf(roleLabels)];
const accessChoices = [{ value: '', label: 'Todo acesso' }, ...choicesOf(accessLabels)];
const sortChoices = [
  { value: '', label: 'Nome, de A a Z' },
  { value: '-name', label: 'Nome, de Z a A' },
  { value: '-created', label: 'Mais recentes' },
];

const PEOPLE_PER_PAGE = 20;

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const query = { ...readPeopleSearch(new URL(request.url).searchParams), size: PEOPLE_PER_PAGE };
  return preload(load(userRoutes.list, { query }));
}

export default function People({ loaderData }: Route.ComponentProps) {
  const { data: people, page } = useSuspenseQuery(loaderData).data;
  const [params] = useSearchParams();
  const [isInviting, setInviting] = useState(false);
  const { q, role, access } = readPeopleSearch(params);
  const narrowed = Boolean(q || role || access);
  return (
    <>
      <search className={toolStyles.tools}>
        <SearchField label="Buscar por nome, CPF, e-mail ou telefone" />
        <ChoiceFilter name="role" label="Perfil" choices={roleChoices} />
        <ChoiceFilter name="access" label="Acesso" choices={accessChoices} />
        <ChoiceFilter name="sort" label="Ordem" choices={sortChoices} />
        <Button
          size="md"
          className={toolStyles.create}
          leftSection={<IconUserPlus size={20} aria-hidden />}
          onClick={() => setInviting(true)}
        >
          Convidar para a equipe
        </Button>
      </search>
      {people.length === 0 ? (
        <EmptyState
          icon={IconUsers}
          title={narrowed ? 'Ninguém encontrado' : 'Ninguém se cadastrou ainda'}
          text={narrowed ? 'Tente outra palavra, outro perfil ou outro acesso.' : undefined}
        />
      ) : (
        <PeopleTable people={people} />
      )}
      <ListPages page={page} one="pessoa" many="pessoas" />
      {isInviting && <StaffInvitations onClose={() => setInviting(false)} />}
    </>
  );
}

function PeopleTable({ people }: { people: PersonSummary[] }) {
  return (
    <DataTable caption="Usuários" columns={['Nome', 'Perfil', 'Contato', 'CPF', 'Desde']}>
      {people.map((person) => (
        <PersonRow key={person.id} person={person} />
      ))}
    </DataTable>
  );
}

function PersonRow({ person }: { person: PersonSummary }) {
  const { formatNumericDate } = useFormats();
  const { search } = useLocation();
  return (
    <tr>
      <th scope="row">
        <Link to={`/admin/usuarios/${person.id}`} state={{ list: search }} className={styles.name}>
          {person.name}
        </Link>
        <span className={styles.detail}>{person.email ?? 'Sem e-mail'}</span>
      </th>
      <td data-label="Perfil">
        <div className={styles.stack}>
          <AccessBadges person={person} />
        </div>
      </td>
      <td data-label="Contato">
        <a href={`tel:${person.contact}`} className={styles.phone}>
          {formatContact(person.contact)}
        </a>
      </td>
      <td data-label="CPF" className={styles.figures}>
        {person.maskedCpf ?? '—'}
      </td>
      <td data-label="Desde" className={styles.figures}>
        {formatNumericDate(person.createdAt)}
      </td>
    </tr>
  );
}

/** Parses the filters from a URL; ignores invalid values. */
function readPeopleSearch(params: URLSearchParams): Omit<UserFilters, 'size'> {
  const read = <Schema extends z.ZodType>(name: string, schema: Schema) =>
    schema.safeParse(params.get(name) ?? undefined).data as z.output<Schema> | undefined;
  const { shape } = userFilters;
  return {
    q: read('q', shape.q),
    role: read('role', shape.role),
    access: read('access', shape.access),
    sort: read('sort', shape.sort) ?? 'name',
    page: read('page', shape.page) ?? 1,
  };
}
