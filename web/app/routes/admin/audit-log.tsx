import { Button, Group, Paper, Select, Stack, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import {
  type AuditAction,
  auditActions,
  auditRoutes,
  auditSubjects,
  type AuditEntry as Entry,
} from '@passeio/contract/audit';
import { userRoutes } from '@passeio/contract/users/user-routes';
import type { PersonSummary } from '@passeio/contract/users/users';
import { capitalised } from '@passeio/contract/words';
import { IconFilter, IconHistory, IconX } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { AuditEntry } from '~/features/audit/audit-entry';
import { isNarrowed, readAuditSearch } from '~/features/audit/entries';
import { load, preload } from '~/features/session/queries';
import { useFormats } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { showAlert } from '~/ui/feedback/alert';
import { EmptyState } from '~/ui/feedback/empty-state';
import { DayInput } from '~/ui/inputs/day-input';
import { ChoiceFilter, ListPages, SearchField, useAddressPart } from '~/ui/layout/list-tools';
import { Rows } from '~/ui/layout/rows';
import type { Route } from './+types/audit-log';
import styles from './audit-log.module.css';

/** Debounce in milliseconds. */
const TYPING_MS = 300;

interface PersonSelectProps {
  label: string;
  /** Id of the chosen person; null for none. */
  value: string | null;
  /** Name of the chosen person. */
  name: string;
  onChange: (id: string | null) => void;
}

/** Combobox of people: searches name, CPF, e-mail and telephone. */
function PersonSelect({ label, value, name, onChange }: PersonSelectProps) {
  const { found, look } = useLookUp();
  const options = found.map((person) => ({ value: person.id, label: person.name }));
  const isListed = options.some((option) => option.value === value);
  return (
    <Select
      label={label}
      placeholder="Qualquer pessoa"
      size="md"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `Limpar ${label}` }}
      value={value}
      data={value && !isListed ? [{ value, label: name }, ...options] : options}
      // The server has filtered: it also searches fields that the labels do not show.
      filter={({ options: all }) => all}
      onSearchChange={(typed) => typed !== name && look(typed)}
      onChange={onChange}
      nothingFoundMessage="Ninguém encontrado"
      renderOption={({ option }) => (
        <Option label={option.label} person={found.find(({ id }) => id === option.value)} />
      )}
      maxDropdownHeight={280}
      comboboxProps={{ shadow: 'md' }}
    />
  );
}

function Option({ label, person }: { label: string; person: PersonSummary | undefined }) {
  return (
    <span style={{ overflowWrap: 'anywhere' }}>
      {label}
      {person?.email && <small> {person.email}</small>}
    </span>
  );
}

function useLookUp() {
  const [typed, look] = useState<string>();
  const [q] = useDebouncedValue(typed?.trim().slice(0, 100), TYPING_MS);
  const { data, error } = useQuery({
    ...load(userRoutes.list, { query: { q: q || undefined, sort: 'name', page: 1, size: 20 } }),
    enabled: q !== undefined,
    placeholderData: keepPreviousData,
  });
  useEffect(() => {
    if (error) showAlert('error', error.message);
  }, [error]);
  return { found: data?.data ?? [], look };
}

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Auditoria');
export const handle = { title: 'Auditoria' };

const subjectChoices = [
  { value: '', label: 'Todos' },
  ...Object.entries(auditSubjects).map(([value, label]) => ({ value, label })),
];

const actionChoices = [
  { value: '', label: 'Todas' },
  ...Object.entries(auditSubjects).map(([subject, group]) => ({
    group,
    items: (Object.keys(auditActions) as AuditAction[])
      .filter((action) => action.startsWith(`${subject}.`))
      .map((value) => ({ value, label: auditActions[value] })),
  })),
];

const ENTRIES_PER_PAGE = 50;

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const query = { ...readAuditSearch(new URL(request.url).searchParams), size: ENTRIES_PER_PAGE };
  return preload(load(auditRoutes.list, { query }));
}

export default function AuditLog({ loaderData }: Route.ComponentProps) {
  const { data: entries, page } = useSuspenseQuery(loaderData).data;
  const [params] = useSearchParams();
  const narrowed = isNarrowed(readAuditSearch(params));
  return (
    <>
      <Filters entries={entries} />
      {entries.length === 0 ? (
        <EmptyState
          icon={IconHistory}
          title={narrowed ? 'Nada encontrado' : 'Nada registrado ainda'}
          text={narrowed ? 'Tente outro período, outra pessoa ou outra palavra.' : 'O que a equipe fizer aparece aqui.'}
        />
      ) : (
        <Days entries={entries} />
      )}
      <ListPages page={page} one="registro" many="registros" />
    </>
  );
}

function Filters({ entries }: { entries: Entry[] }) {
  const [open, setOpen] = useState(false);
  const [actor, chooseActor] = useAddressPart('actorId');
  const actorName = entries.find((entry) => entry.actor.id === actor)?.actor.name ?? 'Pessoa escolhida';
  return (
    <Stack component="search" gap={12} align="flex-start" mb={24}>
      <Group gap={12} w="100%" className={styles.first}>
        <SearchField label="Buscar por nome de pessoa, passeio ou reserva" />
        <Button
          className={styles.toggle}
          variant="default"
          size="md"
          leftSection={<IconFilter size={18} aria-hidden />}
          aria-expanded={open}
          aria-controls="filtros"
          onClick={() => setOpen(!open)}
        >
          Filtros
        </Button>
      </Group>
      <div id="filtros" className={styles.filters} data-open={open || undefined}>
        <PersonSelect
          label="Quem fez"
          value={actor || null}
          name={actorName}
          onChange={(id) => chooseActor(id ?? '')}
        />
        <ChoiceFilter name="action" label="Ação" choices={actionChoices} showLabel />
        <ChoiceFilter name="subject" label="Assunto" choices={subjectChoices} showLabel />
        <DateFilter name="from" label="De" />
        <DateFilter name="to" label="Até" />
      </div>
      <AboutOne entries={entries} />
    </Stack>
  );
}

/** Shown if the list is filtered by one subject. */
function AboutOne({ entries }: { entries: Entry[] }) {
  const [subjectId, choose] = useAddressPart('subjectId');
  if (!subjectId) return null;
  const label = entries.find(({ subject }) => subject.id === subjectId)?.subject.label;
  return (
    <Button
      variant="light"
      size="md"
      rightSection={<IconX size={18} aria-hidden />}
      aria-label={`Mostrar tudo, não só ${label ?? 'um registro'}`}
      onClick={() => choose('')}
    >
      Só {label ?? 'um registro'}
    </Button>
  );
}

/** Entries grouped by day in the operator's time zone. */
function Days({ entries }: { entries: Entry[] }) {
  const { formatLongDate, formatTime } = useFormats();
  const days = Map.groupBy(entries, ({ at }) => formatLongDate(at));
  return (
    <Stack gap="1.75rem">
      {[...days].map(([day, ofDay]) => (
        <section key={day}>
          <Title order={2} size="h3" mb={8}>
            {capitalised(day)}
          </Title>
          <Paper px="md" py={2}>
            <Rows plain>
              {ofDay.map((entry) => (
                <li key={entry.id}>
                  <AuditEntry entry={entry} when={formatTime(entry.at)} />
                </li>
              ))}
            </Rows>
          </Paper>
        </section>
      ))}
    </Stack>
  );
}

/** Date filter, "2026-12-05" in the URL. */
function DateFilter({ name, label }: { name: string; label: string }) {
  const [chosen, choose] = useAddressPart(name);
  const { today } = useFormats();
  return <DayInput field={name} label={label} value={chosen} max={today} today={today} onChange={choose} />;
}
