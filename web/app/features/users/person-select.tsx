import { Select } from '@mantine/core';
import type { PersonSummary } from '@passeio/contract/users/users';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '~/lib/api';
import { loadPeople } from './people';
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
  const [found, setFound] = useState<PersonSummary[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const asked = useRef<AbortController>(undefined);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      asked.current?.abort();
    },
    [],
  );

  function look(typed: string): void {
    clearTimeout(timer.current);
    asked.current?.abort();
    timer.current = setTimeout(async () => {
      asked.current = new AbortController();
      const people = await find(typed.trim().slice(0, 100), asked.current.signal);
      if (people) setFound(people);
    }, TYPING_MS);
  }

  return { found, look };
}

/** Undefined if superseded by a later search or failed; failures are shown. */
async function find(typed: string, signal: AbortSignal): Promise<PersonSummary[] | undefined> {
  try {
    return (await loadPeople({ q: typed || undefined, sort: 'name', page: 1 }, signal)).data;
  } catch (error) {
    if (error instanceof ApiError || signal.aborted) return undefined;
    throw error;
  }
}
