import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { userRoutes } from '@passeio/contract/users/user-routes';
import type { PersonSummary } from '@passeio/contract/users/users';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { load } from '~/features/session/queries';
import { showAlert } from '~/ui/feedback/alert';
import styles from './person-select.module.css';

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
export function PersonSelect({ label, value, name, onChange }: PersonSelectProps) {
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
    <span className={styles.option}>
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
