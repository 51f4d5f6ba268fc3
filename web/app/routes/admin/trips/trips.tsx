import { Button, Text } from '@mantine/core';
import { MAX_TRIP_COPIES } from '@passeio/contract/trips/date-rule';
import { tripRoutes } from '@passeio/contract/trips/trip-routes';
import type { Trip, TripFilters, TripList } from '@passeio/contract/trips/trips';
import { plural } from '@passeio/contract/words';
import { IconBus, IconPlus } from '@tabler/icons-react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { load, preload, queryClient } from '~/features/session/queries';
import { may } from '~/features/session/user-store';
import { formatMonth } from '~/lib/calendar';
import { explainFailure } from '~/lib/explain-failure';
import { pageMeta } from '~/lib/page-meta';
import { tripPaths } from '~/lib/trip-paths';
import { lazyDialog } from '~/ui/dialogs/lazy-dialog';
import { showAlert } from '~/ui/feedback/alert';
import { EmptyState } from '~/ui/feedback/empty-state';
import barStyles from '~/ui/layout/floating-bar.module.css';
import { ChoiceFilter, CollapsibleFilters, ListPages, SearchField, SortChoice } from '~/ui/layout/list-tools';
import styles from '~/ui/layout/list-tools.module.css';
import type { Route } from './+types/trips';
import type { PublicationWarnings } from './confirm-publication';
import type { ChosenDates } from './editor/many-dates';
import { isChangeable, type TripSearch } from './series-dates';
import { loadActs } from './trip-menu';
import { TripTable, tripColumns } from './trip-table';

const TRIPS_PER_PAGE = 25;
const DRAFTS_PER_CALL = 100;
/** How many drafts are chosen at once: they are published one after another. */
const MAX_DRAFTS = 1000;

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
const tripSituationFilters: readonly [Situation, ...Situation[]] = [
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
    folded: true,
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
function filtersInUse(params: URLSearchParams): number {
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

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Passeios');
export const handle = { title: 'Passeios' };

// The calendar is large.
const CopyDialog = lazyDialog(async () => (await import('./copy-dialog')).CopyDialog);
const ContractDialog = lazyDialog(async () => (await import('./contract-dialog')).ContractDialog);
const FiscalDialog = lazyDialog(async () => (await import('./fiscal-dialog')).FiscalDialog);
const PublishDialog = lazyDialog(async () => (await import('./publish-dialog')).PublishDialog);

export async function clientLoader({ request: { url } }: Route.ClientLoaderArgs) {
  const query = readTripSearch(new URL(url).searchParams);
  const [list, months] = await Promise.all([
    preload(load(tripRoutes.list, { query })),
    preload(load(tripRoutes.listMonths)),
  ]);
  return { list, months, sorted: columnOf(query.sort) };
}

export default function Trips({ loaderData }: Route.ComponentProps) {
  const { sorted } = loaderData;
  const { data: list } = useSuspenseQuery(loaderData.list);
  const { data: months } = useSuspenseQuery(loaderData.months).data;
  const [params] = useSearchParams();
  const [copying, setCopying] = useState<Trip>();
  const [contracted, setContracted] = useState<Trip>();
  const [fiscal, setFiscal] = useState<Trip>();
  const { folded: _, ...search } = readTripSearch(params);
  const choice = useChoice(list, search);
  const { chosen, choose } = choice;
  return (
    <>
      <search className={styles.tools}>
        <SearchField label="Buscar passeio" />
        <CollapsibleFilters inUse={filtersInUse(params)}>
          <ChoiceFilter name="situacao" label="Situação" choices={situationChoices} />
          <ChoiceFilter name="mes" label="Mês" choices={monthChoices(months)} />
          <SortChoice columns={tripColumns} sorted={sorted} />
        </CollapsibleFilters>
        <NewTripButton />
      </search>
      {list.data.length === 0 ? (
        <NoTrips narrowed={isNarrowed(params)} hasTrips={months.length > 0} />
      ) : (
        <>
          {choice.hasDrafts && (
            <Button variant="default" size="md" mb="md" loading={choice.isLoading} onClick={choice.chooseDrafts}>
              Selecionar todos os rascunhos
            </Button>
          )}
          <TripTable
            trips={list.data}
            sorted={sorted}
            offered={choice.offered}
            ofDates={{ search, chosen, choose, onCopy: setCopying, onContract: setContracted, onFiscal: setFiscal }}
          />
        </>
      )}
      <ListPages page={list.page} one="passeio" many="passeios" />
      <Chosen choice={choice} />
      {contracted && <ContractDialog trip={contracted} onClose={() => setContracted(undefined)} />}
      {fiscal && <FiscalDialog trip={fiscal} onClose={() => setFiscal(undefined)} />}
      {copying && <CopyDialog trip={copying} onClose={() => setCopying(undefined)} />}
    </>
  );
}

const isDraft = ({ situation, isArchived }: Trip) => situation === 'draft' && !isArchived;

/** The drafts of all pages of a search, {@link MAX_DRAFTS} at most. */
async function loadDrafts(search: TripSearch): Promise<Trip[]> {
  const drafts: Trip[] = [];
  for (let page = 1; page <= MAX_DRAFTS / DRAFTS_PER_CALL; page += 1) {
    const only = { isActive: false, upcoming: true, cancelled: false, showImages: false } as const;
    const query = { ...search, ...only, page, size: DRAFTS_PER_CALL };
    const list = await queryClient.fetchQuery({ ...load(tripRoutes.list, { query }), staleTime: 0, gcTime: 0 });
    drafts.push(...list.data.filter(isDraft));
    if (page * DRAFTS_PER_CALL >= list.page.total) return drafts;
  }
  showAlert('info', `Escolhidos os primeiros ${drafts.length.toLocaleString('pt-BR')} rascunhos. Publique e repita.`);
  return drafts;
}

interface Choice {
  /** Trips and dates that are chosen on any page of the list, by departure. */
  chosen: readonly Trip[];
  choose: (trips: readonly Trip[], isChosen: boolean) => void;
  clear: () => void;
}

/** What is chosen: drafts to be published, and dates of a trip to be changed. One draft is published by its menu. */
function useChoice({ data: trips, page }: TripList, search: TripSearch) {
  const [known, setKnown] = useState<ReadonlyMap<string, Trip>>(new Map());
  const mayEdit = may('edit_trips');
  const drafts = mayEdit ? trips.filter((trip) => !trip.series && isDraft(trip)) : [];
  const ofSeries = mayEdit ? trips.reduce((sum, { series }) => sum + (series?.drafts ?? 0), 0) : 0;
  const isOnlyOne = drafts.length + ofSeries < 2 && page.total <= trips.length;
  const folded = new Set(trips.flatMap(({ series, seriesId }) => (series ? seriesId : [])));
  // A colleague may have published or changed one meanwhile.
  const chosen = [...known.values()]
    .map((trip) => trips.find(({ id }) => id === trip.id) ?? trip)
    .filter((trip) => isDraft(trip) || (folded.has(trip.seriesId) && isChangeable(trip)))
    .toSorted((one, other) => one.date.localeCompare(other.date));
  const choose = (some: readonly Trip[], isChosen: boolean) =>
    setKnown((before) => {
      const after = new Map(before);
      for (const trip of some) isChosen ? after.set(trip.id, trip) : after.delete(trip.id);
      return after;
    });
  const { mutate, isPending } = useMutation({
    mutationFn: () => loadDrafts(search),
    onSuccess: (all) => choose(all, true),
    onError: (error) => showAlert('error', explainFailure(error)),
  });
  const isOffered = !isOnlyOne || chosen.some(isDraft);
  return {
    offered: isOffered ? drafts : [],
    hasDrafts: isOffered && drafts.length + ofSeries > 0,
    ...{ chosen, choose, chooseDrafts: () => mutate(), isLoading: isPending },
    clear: () => setKnown(new Map()),
  };
}

/** Bar with the number of what is chosen, and the dialog that publishes drafts. */
function Chosen({ choice: { chosen, choose, clear } }: { choice: Choice }) {
  const [asked, setAsked] = useState<{ trips: readonly Trip[]; warnings: PublicationWarnings }>();
  const drafts = chosen.filter(isDraft);
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const [{ findWarnings }] = await loadActs();
      return { trips: drafts, warnings: await findWarnings(drafts) };
    },
    onSuccess: setAsked,
  });
  return (
    <>
      {chosen.length > 0 && (
        <div className={barStyles.bar}>
          <Text role="status" flex="999 1 auto">
            {plural(chosen.length, 'escolhido')}
          </Text>
          <Button variant="subtle" size="md" px="sm" onClick={clear}>
            Desmarcar
          </Button>
          <ChangeDates chosen={chosen} />
          {drafts.length > 0 && (
            <Button size="md" flex="1 1 auto" loading={isPending} onClick={() => mutate()}>
              Publicar {plural(drafts.length, 'rascunho')}
            </Button>
          )}
        </div>
      )}
      {asked && (
        <PublishDialog {...asked} onPublished={(trip) => choose([trip], false)} onClose={() => setAsked(undefined)} />
      )}
    </>
  );
}

/** Opens the editor of the first of several dates of one trip, for all of them. */
function ChangeDates({ chosen }: Pick<Choice, 'chosen'>) {
  const [first] = chosen;
  const isOneTrip = new Set(chosen.map(({ seriesId }) => seriesId)).size === 1;
  if (!first || chosen.length < 2 || !isOneTrip) return null;
  if (chosen.length > MAX_TRIP_COPIES) return <Text c="dimmed">Até {MAX_TRIP_COPIES} datas mudam de cada vez.</Text>;
  return (
    <Button
      component={Link}
      to={tripPaths.edit(first.id)}
      state={{ dates: chosen.map(({ id }) => id) } satisfies ChosenDates}
      size="md"
      variant="default"
      flex="1 1 auto"
    >
      Alterar estas {chosen.length} datas
    </Button>
  );
}

const situationChoices = tripSituationFilters.map(({ value, label }) => ({ value, label }));

function monthChoices(months: { month: string }[]) {
  return [
    { value: '', label: 'Todos os meses' },
    ...months.map(({ month }) => ({ value: month, label: formatMonth(month) })),
  ];
}

function NewTripButton() {
  if (!may('edit_trips')) return null;
  return (
    <Button
      component={Link}
      to="/admin/passeios/novo"
      size="md"
      className={styles.create}
      leftSection={<IconPlus size={20} aria-hidden />}
    >
      Novo passeio
    </Button>
  );
}

/** Empty state: no trips, no upcoming trips, or no match. */
function NoTrips({ narrowed, hasTrips }: { narrowed: boolean; hasTrips: boolean }) {
  if (narrowed) {
    return (
      <EmptyState icon={IconBus} title="Nenhum passeio encontrado" text="Tente outra palavra ou outro filtro.">
        <Button component={Link} to="." variant="default" size="md">
          Limpar filtros
        </Button>
      </EmptyState>
    );
  }
  return hasTrips ? (
    <EmptyState icon={IconBus} title="Nenhuma saída marcada" text="Crie um passeio ou duplique um que já saiu.">
      <NewTripButton />
      <Button component={Link} to="?situacao=realizados" variant="default" size="md">
        Ver os que já saíram
      </Button>
    </EmptyState>
  ) : (
    <EmptyState
      icon={IconBus}
      title="Vamos criar o primeiro passeio?"
      text="Conte o que as pessoas vão viver, defina data e valor, e publique quando estiver pronto."
    >
      <NewTripButton />
    </EmptyState>
  );
}
