import { type Role, roleLabels, roles, type UserProfile } from '@passeio/contract/users';
import { IconUsers } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { loadPeople, readPeopleSearch } from '~/features/users/people';
import { formatContact, formatDocumentCpf, formatNumericDate } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { useSettings } from '~/lib/settings';
import { StatusBadge, type StatusTone } from '~/ui/status-badge';
import { EmptyState } from '../area/empty-state';
import type { Route } from './+types/usuarios';
import styles from './list.module.css';
import { ChoiceFilter, ListPages, SearchField } from './list-tools';

export { AreaError as ErrorBoundary } from '../area/area-error';

export const meta = pageMeta('Usuários');
export const handle = { title: 'Usuários' };

const roleChoices = [
  { value: '', label: 'Todos os papéis' },
  ...roles.map((value) => ({ value, label: roleLabels[value] })),
];

const roleTones: Record<Role, StatusTone> = { ADMIN: 'waiting', OPERATOR: 'good', CLIENT: 'quiet' };

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadPeople(readPeopleSearch(new URL(request.url).searchParams), request.signal);
}

export default function Usuarios({ loaderData: { data: people, page } }: Route.ComponentProps) {
  const [params] = useSearchParams();
  const narrowed = params.has('q') || params.has('role');
  return (
    <>
      <search className={styles.tools}>
        <SearchField label="Buscar por nome, e-mail ou CPF" />
        <ChoiceFilter name="role" label="Papel" choices={roleChoices} />
      </search>
      {people.length === 0 ? (
        <EmptyState
          icon={IconUsers}
          title={narrowed ? 'Ninguém encontrado' : 'Ninguém se cadastrou ainda'}
          text={narrowed ? 'Tente outra palavra ou outro papel.' : undefined}
        />
      ) : (
        <PeopleTable people={people} />
      )}
      <ListPages page={page} one="pessoa" many="pessoas" />
    </>
  );
}

function PeopleTable({ people }: { people: UserProfile[] }) {
  const { timeZone } = useSettings();
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>Usuários</caption>
      <thead>
        <tr>
          <th scope="col">Nome</th>
          <th scope="col">Papel</th>
          <th scope="col">Contato</th>
          <th scope="col">CPF</th>
          <th scope="col">Desde</th>
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <tr key={person.id}>
            <th scope="row">
              <span className={styles.name}>{person.name}</span>
              <span className={styles.detail}>{person.email}</span>
            </th>
            <td data-label="Papel">
              <StatusBadge tone={roleTones[person.role]}>{roleLabels[person.role]}</StatusBadge>
            </td>
            <td data-label="Contato">
              <a href={`tel:${person.contact}`} className={styles.phone}>
                {formatContact(person.contact)}
              </a>
            </td>
            <td data-label="CPF" className={styles.figures}>
              {formatDocumentCpf(person.cpf)}
            </td>
            <td data-label="Desde" className={styles.figures}>
              {formatNumericDate(person.createdAt, timeZone)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
