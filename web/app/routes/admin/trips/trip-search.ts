import type { TripFilters } from '@passeio/contract/trips/trips';

const TRIPS_PER_PAGE = 25;

type Sort = NonNullable<TripFilters['sort']>;

interface Situation {
  /** Name in URLs. */
  value: string;
  label: string;
  filters: Partial<Record<'upcoming' | 'isActive' | 'isFull' | 'belowMinimum' | 'archived', boolean>>;
  /** Past trips are sorted newest first. */
  sort: Sort;
}

/** Status filters of the trip list; the first is the default. */
export const tripSituationFilters: readonly [Situation, ...Situation[]] = [
  { value: '', label: 'Próximas saídas', filters: { upcoming: true }, sort: 'date' },
  { value: 'no-ar', label: 'No ar', filters: { upcoming: true, isActive: true }, sort: 'date' },
  { value: 'rascunhos', label: 'Rascunhos', filters: { upcoming: true, isActive: false }, sort: 'date' },
  { value: 'abaixo-do-minimo', label: 'Abaixo do mínimo', filters: { belowMinimum: true }, sort: 'date' },
  { value: 'esgotados', label: 'Esgotados', filters: { upcoming: true, isFull: true }, sort: 'date' },
  { value: 'realizados', label: 'Já saíram', filters: { upcoming: false }, sort: '-date' },
  { value: 'todos', label: 'Todos', filters: {}, sort: '-date' },
  { value: 'arquivados', label: 'Arquivados', filters: { archived: true }, sort: '-date' },
];

/** Sortable columns by their names in URLs. */
const columns: Record<string, Sort> = { saida: 'date', passeio: 'title', vagas: 'places', preco: 'price' };

/** Parses the list's URL; ignores invalid values. */
export function readTripSearch(params: URLSearchParams) {
  const situation =
    tripSituationFilters.find(({ value }) => value === params.get('situacao')) ?? tripSituationFilters[0];
  const month = params.get('mes')?.match(/^\d{4}-(0[1-9]|1[0-2])$/)?.[0];
  // A month filter includes trips that have departed.
  const filters = month && situation.value === '' ? {} : situation.filters;
  return {
    ...filters,
    month,
    text: params.get('q')?.trim().slice(0, 100) || undefined,
    sort: sortOf(params.get('ordem')) ?? situation.sort,
    page: Math.min(100_000, Math.max(1, Math.floor(Number(params.get('page')) || 1))),
    size: TRIPS_PER_PAGE,
  };
}

/** Sort column as in URLs: "-saida". */
export function columnOf(sort: Sort): string {
  const name = Object.keys(columns).find((column) => columns[column] === sort.replace('-', '')) ?? '';
  return sort.startsWith('-') ? `-${name}` : name;
}

/** Number of active filters, without the search text. */
export function filtersInUse(params: URLSearchParams): number {
  return ['mes', 'situacao'].filter((name) => params.has(name)).length;
}

/** Whether any filter or search text is set. */
export function isNarrowed(params: URLSearchParams): boolean {
  return params.has('q') || filtersInUse(params) > 0;
}

function sortOf(name: string | null): Sort | undefined {
  const column = columns[name?.replace('-', '') ?? ''];
  return column && name?.startsWith('-') ? (`-${column}` as Sort) : column;
}
