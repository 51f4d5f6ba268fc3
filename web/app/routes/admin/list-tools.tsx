import { CloseButton, NativeSelect, Pagination, TextInput } from '@mantine/core';
import type { PageInfo } from '@passeio/contract/pages';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import styles from './list.module.css';

/** A list is searched this long after the last key. */
const TYPING_MS = 300;

/** Writes one part of the page's address; what it narrows starts at its first page again. */
function useAddressPart(name: string): [string, (value: string) => void] {
  const [params, setParams] = useSearchParams();
  function write(value: string): void {
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (value) after.set(name, value);
        else after.delete(name);
        if (name !== 'page') after.delete('page');
        return after;
      },
      { replace: name !== 'page', preventScrollReset: name !== 'page' },
    );
  }
  return [params.get(name) ?? '', write];
}

/** Searches while one types. */
export function SearchField({ label }: { label: string }) {
  const [searched, search] = useAddressPart('q');
  const [typed, setTyped] = useState(searched);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function type(value: string): void {
    setTyped(value);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => search(value.trim()), TYPING_MS);
  }

  return (
    <TextInput
      type="search"
      size="md"
      className={styles.search}
      aria-label={label}
      placeholder={label}
      value={typed}
      maxLength={100}
      onChange={(event) => type(event.currentTarget.value)}
      leftSection={<IconSearch size={18} aria-hidden />}
      rightSection={typed && <CloseButton aria-label="Limpar busca" onClick={() => type('')} />}
    />
  );
}

interface ChoiceFilterProps {
  name: string;
  label: string;
  choices: { value: string; label: string }[];
}

export function ChoiceFilter({ name, label, choices }: ChoiceFilterProps) {
  const [chosen, choose] = useAddressPart(name);
  const known = choices.some(({ value }) => value === chosen);
  return (
    <NativeSelect
      aria-label={label}
      data={choices}
      value={known ? chosen : ''}
      onChange={(event) => choose(event.currentTarget.value)}
      size="md"
      className={styles.choices}
    />
  );
}

/** How many there are and, when they do not fit on one, the pages. */
export function ListPages({ page, one, many }: { page: PageInfo; one: string; many: string }) {
  const [, go] = useAddressPart('page');
  const pages = Math.ceil(page.total / page.size);
  if (page.total === 0) return null;
  return (
    <footer className={styles.pages}>
      <p>{page.total === 1 ? `1 ${one}` : `${page.total.toLocaleString('pt-BR')} ${many}`}</p>
      {pages > 1 && (
        <Pagination
          total={pages}
          value={page.number}
          onChange={(number) => go(number === 1 ? '' : String(number))}
          size="lg"
          getControlProps={(control) => ({ 'aria-label': controlLabels[control] })}
          getItemProps={(number) => ({ 'aria-label': `Página ${number}` })}
        />
      )}
    </footer>
  );
}

const controlLabels = {
  first: 'Primeira página',
  previous: 'Página anterior',
  next: 'Próxima página',
  last: 'Última página',
};
