import { Select } from '@mantine/core';
import type { PersonSummary } from '@passeio/contract/users';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '~/lib/api';
import { loadPeople } from './people';
import styles from './person-select.module.css';

/** People are looked up this long after the last key. */
const TYPING_MS = 300;

interface PersonSelectProps {
  label: string;
  /** Id of who is chosen; null for nobody. */
  value: string | null;
  /** Name of who is chosen. */
  name: string;
  onChange: (id: string | null) => void;
}

/** Chooses somebody by typing part of the name, CPF, e-mail or telephone. */
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
      // The list is what the server found: its search knows more than the labels.
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

/** Undefined when a later search has taken over, or when it failed, which has been told. */
async function find(typed: string, signal: AbortSignal): Promise<PersonSummary[] | undefined> {
  try {
    return (await loadPeople({ q: typed || undefined, sort: 'name', page: 1 }, signal)).data;
  } catch (error) {
    if (error instanceof ApiError || signal.aborted) return undefined;
    throw error;
  }
}
