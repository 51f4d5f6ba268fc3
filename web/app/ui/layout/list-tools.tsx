import { Button, CloseButton, Group, NativeSelect, Pagination, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { PageInfo } from '@passeio/contract/pages';
import { IconArrowDown, IconArrowUp, IconSearch, IconSelector } from '@tabler/icons-react';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Location, useLocation, useSearchParams } from 'react-router';
import tableStyles from '~/ui/layout/data-table.module.css';
import styles from './list-tools.module.css';
import { usePainted } from './use-painted';

/** Debounce in milliseconds. */
const TYPING_MS = 300;

interface WriteOptions {
  /** Replaces the history entry, so that Back skips both. */
  sameStep?: boolean;
}

// Queries written since the rendered one, oldest first. The next write builds on the last, so that changes in a row do
// not undo each other: a navigation is rendered only after its data, when the next one may have begun.
let pendingSearches: string[] = [];
let renderedLocation: Location | undefined;

/** Called by every hook of a page: the first one counts. */
function forgetSearchesUntil(location: Location): void {
  if (location === renderedLocation) return;
  renderedLocation = location;
  const at = pendingSearches.indexOf(new URLSearchParams(location.search).toString());
  pendingSearches = at === -1 ? [] : pendingSearches.slice(at + 1);
}

/** Sets one query parameter and returns to the first page. */
export function useAddressPart(name: string): [string, (value: string, options?: WriteOptions) => void] {
  const [params, setParams] = useSearchParams();
  const location = useLocation();
  // Debounced writes call a function of an older rendering.
  const rendered = useRef(location);
  useLayoutEffect(() => {
    rendered.current = location;
    forgetSearchesUntil(location);
  }, [location]);
  function write(value: string, { sameStep = false }: WriteOptions = {}): void {
    const latest = new URLSearchParams(pendingSearches.at(-1) ?? rendered.current.search);
    const after = new URLSearchParams(latest);
    if (value) after.set(name, value);
    else after.delete(name);
    // Another list starts at its first page.
    if (name !== 'page') for (const place of ['page', 'depois']) after.delete(place);
    if (after.toString() === latest.toString()) return;
    pendingSearches.push(after.toString());
    setParams(after, { replace: sameStep, preventScrollReset: name !== 'page' });
  }
  return [params.get(name) ?? '', write];
}

/** Search as you type. */
export function SearchField({ label }: { label: string }) {
  const { typed, type, leave } = useSearch();
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
      onBlur={leave}
      leftSection={<IconSearch size={18} aria-hidden />}
      rightSection={typed && <CloseButton size="lg" aria-label="Limpar busca" onClick={() => type('')} />}
    />
  );
}

function useSearch() {
  const [searched, search] = useAddressPart('q');
  const [typed, setTyped] = useState(searched);
  const [known, setKnown] = useState(searched);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isTyping = useRef(false);
  const written = useRef(searched);
  useEffect(() => () => clearTimeout(timer.current), []);

  // The URL changed otherwise: updates the field, unless it is being typed in.
  if (searched !== known) {
    setKnown(searched);
    if (searched !== written.current) {
      written.current = searched;
      setTyped(searched);
    }
  }

  function type(value: string): void {
    setTyped(value);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      written.current = value.trim();
      search(written.current, { sameStep: isTyping.current });
      isTyping.current = true;
    }, TYPING_MS);
  }

  function leave(): void {
    isTyping.current = false;
  }

  return { typed, type, leave };
}

/** Filters that collapse behind a button on phones; `inUse` is the number of active ones. */
export function CollapsibleFilters({ inUse, children }: { inUse: number; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  // As in the stylesheet.
  const isWide = useMediaQuery('(min-width: 40em)', true, { getInitialValueInEffect: false });
  return (
    <>
      {!isWide && (
        <Button variant="default" size="md" className={styles.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
          {inUse > 0 ? `Filtros (${inUse})` : 'Filtros'}
        </Button>
      )}
      {(open || isWide) && <div className={styles.folded}>{children}</div>}
    </>
  );
}

interface Choice {
  value: string;
  label: string;
}

interface ChoiceFilterProps {
  name: string;
  label: string;
  choices: (Choice | { group: string; items: Choice[] })[];
  /** Shows the label above the field; otherwise the first option names it. */
  showLabel?: boolean;
}

export function ChoiceFilter({ name, label, choices, showLabel = false }: ChoiceFilterProps) {
  const [chosen, choose] = useAddressPart(name);
  const known = choices.flatMap((one) => ('items' in one ? one.items : one)).some(({ value }) => value === chosen);
  return (
    <NativeSelect
      {...(showLabel ? { label } : { 'aria-label': label })}
      data={choices}
      value={known ? chosen : ''}
      onChange={(event) => choose(event.currentTarget.value)}
      size="md"
      className={styles.choices}
    />
  );
}

/** A sortable column. `first` is its initial direction. */
export interface SortColumn {
  name: string;
  label: string;
  first: 'ascending' | 'descending';
  /** Labels of both directions. */
  ascending: string;
  descending: string;
}

/** Header of a sortable column; `sorted` is the sort column, prefixed with "-" if descending. */
export function SortHeader({ column, sorted, number }: { column: SortColumn; sorted: string; number?: boolean }) {
  const [, sortBy] = useAddressPart('ordem');
  const { name, label, first } = column;
  const isSorted = sorted.replace('-', '') === name;
  const isDescending = isSorted && sorted.startsWith('-');
  const next = isSorted ? !isDescending : first === 'descending';
  const Icon = isSorted ? (isDescending ? IconArrowDown : IconArrowUp) : IconSelector;
  return (
    <th
      scope="col"
      className={number ? tableStyles.number : undefined}
      aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : undefined}
    >
      <button type="button" className={styles.sort} onClick={() => sortBy(`${next ? '-' : ''}${name}`)}>
        {label}
        <Icon size={16} aria-hidden />
      </button>
    </th>
  );
}

/** Sort order as a select, for phones. */
export function SortChoice({ columns, sorted }: { columns: readonly SortColumn[]; sorted: string }) {
  const [, sortBy] = useAddressPart('ordem');
  const choices = columns.flatMap(({ name, ascending, descending }) => [
    { value: name, label: ascending },
    { value: `-${name}`, label: descending },
  ]);
  return (
    <NativeSelect
      aria-label="Ordenar por"
      data={choices}
      value={sorted}
      onChange={(event) => sortBy(event.currentTarget.value)}
      size="md"
      className={styles.sortChoice}
    />
  );
}

/** Total and pagination. */
export function ListPages({ page, one, many }: { page: PageInfo; one: string; many: string }) {
  const [, go] = useAddressPart('page');
  const isPainted = usePainted();
  const pages = Math.ceil(page.total / page.size);
  if (page.total === 0) return null;
  return (
    <Group component="footer" justify="space-between" gap="0.75rem 1.5rem" mt="lg" c="dimmed">
      <p>{formatTotal(page, one, many)}</p>
      {pages > 1 && isPainted && (
        <Pagination
          total={pages}
          value={page.number}
          onChange={(number) => go(number === 1 ? '' : String(number))}
          size="lg"
          getControlProps={(control) => ({ 'aria-label': controlLabels[control] })}
          getItemProps={(number) => ({ 'aria-label': `Página ${number}` })}
        />
      )}
    </Group>
  );
}

function formatTotal({ total, totalIsMinimum }: PageInfo, one: string, many: string): string {
  if (total === 1) return `1 ${one}`;
  return `${totalIsMinimum ? 'Mais de ' : ''}${total.toLocaleString('pt-BR')} ${many}`;
}

const controlLabels = {
  first: 'Primeira página',
  previous: 'Página anterior',
  next: 'Próxima página',
  last: 'Última página',
};
