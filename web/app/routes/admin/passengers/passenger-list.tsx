import { ActionIcon, Button, CloseButton, Group, Text } from '@mantine/core';
import {
  type ExportFormat,
  exportFormats,
  type Passenger,
  type PassengerGroup,
  type PassengerList,
  type PassengerTrip,
  type PassengerWithExtras,
  passengerGroups,
} from '@passeio/contract/boarding/passengers';
import {
  IconArrowsExchange,
  IconCash,
  IconChevronDown,
  IconColumns3,
  IconDots,
  IconFileText,
  IconMessage,
  IconPrinter,
  IconUserPlus,
  IconUsers,
  IconX,
} from '@tabler/icons-react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { memo, useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import {
  boardingChoices,
  filtersInUse,
  isNarrowed,
  missingChoices,
  readPassengerSearch,
  searchNames,
  sortChoices,
  stateChoices,
} from '~/features/reservations/passengers/passenger-search';
import { passengersOf, readSavedList, type SavedList } from '~/features/reservations/passengers/saved-lists';
import { OfflineNotice } from '~/features/session/offline-notice';
import { orStored } from '~/features/session/or-stored';
import { preload } from '~/features/session/queries';
import { may, useUser } from '~/features/session/user-store';
import { TripNav } from '~/features/trips/trip-header';
import { useFormats } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { lazyDialog } from '~/ui/dialogs/lazy-dialog';
import { showAlert } from '~/ui/feedback/alert';
import { EmptyState } from '~/ui/feedback/empty-state';
import { ChoiceGroup } from '~/ui/inputs/choice-group';
import { ChoiceFilter, CollapsibleFilters, ListPages, SearchField, useAddressPart } from '~/ui/layout/list-tools';
import { ActionMenu } from '~/ui/navigation/action-menu';
import hidden from '~/ui/text/visually-hidden.module.css';
import { type Task, withNewest } from '../reservation-tasks/task';
import type { Route } from './+types/passenger-list';
import type { ChosenAct } from './chosen-people-dialogs';
import { hasBookingDraft, type ListEdit, useSelection } from './list-edit';
import { MissingList } from './missing-list';
import styles from './passenger-list.module.css';
import { groupingOf, PassengerTable } from './passenger-table';
import { rememberChoice, rememberedChoice, type SheetChoice, SheetDialog, saveList, sheetPath } from './sheet-dialog';
import { TripSummary } from './trip-summary';

// Dialogs with their forms are larger than the list.
const StaffBookingDialog = lazyDialog(async () => (await import('./staff-booking-dialog')).StaffBookingDialog);
const ChosenPeopleDialog = lazyDialog(async () => (await import('./chosen-people-dialogs')).ChosenPeopleDialog);
const TaskDialog = lazyDialog(async () => (await import('../reservation-tasks/task-dialog')).TaskDialog);

interface PassengerFiltersProps extends Pick<PassengerList, 'trip' | 'totals'> {
  passengers: readonly Passenger[];
}

/** Search, filters and grouping of the passenger list. */
function PassengerFilters({ passengers, trip, totals }: PassengerFiltersProps) {
  const [params] = useSearchParams();
  const isMissing = params.has(searchNames.missing);
  return (
    <>
      <search className={styles.filters}>
        <SearchField label={`Buscar por nome, ${may('see_documents') ? 'CPF, ' : ''}telefone ou código`} />
        <CollapsibleFilters inUse={filtersInUse(params)}>
          <ChoiceFilter name={searchNames.state} label="Situação" showLabel choices={stateChoices(totals)} />
          <ChoiceFilter
            name={searchNames.boarding}
            label="Embarque"
            showLabel
            choices={boardingChoices(trip, totals)}
          />
          <ChoiceFilter name={searchNames.missing} label="Dados" showLabel choices={missingChoices(totals)} />
          <ChoiceFilter name={searchNames.sort} label="Ordem" showLabel choices={sortChoices} />
        </CollapsibleFilters>
      </search>
      {(!isMissing || params.has(searchNames.reservation)) && (
        <Group gap={8} mb={8}>
          {!isMissing && <GroupSwitch />}
          <OneReservation code={passengers[0]?.reservation.code} />
        </Group>
      )}
    </>
  );
}

const groups = Object.entries(passengerGroups) as [PassengerGroup, string][];

/** Groups the list by boarding point or by reservation: the sort order decides. */
function GroupSwitch() {
  const [params] = useSearchParams();
  const [, sortBy] = useAddressPart(searchNames.sort);
  return (
    <ChoiceGroup
      legend={<span className={hidden.hidden}>Agrupar</span>}
      choices={groups}
      value={groupingOf(readPassengerSearch(params).sort)}
      onChange={(group) => sortBy(group === 'boarding' ? '' : group)}
    />
  );
}

/** Shown if the list is filtered by one reservation. */
function OneReservation({ code }: { code: string | undefined }) {
  const [reservationId, choose] = useAddressPart(searchNames.reservation);
  if (!reservationId) return null;
  const label = code ? `a reserva ${code}` : 'uma reserva';
  return (
    <Button
      variant="light"
      size="md"
      rightSection={<IconX size={18} aria-hidden />}
      aria-label={`Mostrar tudo, não só ${label}`}
      onClick={() => choose('')}
    >
      Só {label}
    </Button>
  );
}

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Lista de passageiros');
export const handle = { title: 'Lista de passageiros' };

export async function clientLoader({ params: { tripId }, request }: Route.ClientLoaderArgs) {
  const search = readPassengerSearch(new URL(request.url).searchParams);
  const answer = preload(passengersOf(tripId, search)).then((query) => ({ query }));
  return orStored(answer, { readStored: () => readSavedList(tripId) });
}

export default function PassengerListPage({ loaderData }: Route.ComponentProps) {
  return 'savedAt' in loaderData ? <Saved {...loaderData} /> : <People query={loaderData.query} />;
}

/** The cached list: read-only, with telephone links. */
function Saved({ savedAt, list: { data, trip, totals } }: SavedList) {
  const { formatMoment } = useFormats();
  return (
    <>
      <OfflineNotice>
        <strong>Lista salva em {formatMoment(savedAt)}; sem sinal.</strong> Dá para ler e ligar; para mudar algo, espere
        a internet voltar.
      </OfflineNotice>
      <TripSummary trip={trip} totals={totals} />
      <PassengerTable passengers={data} trip={trip} sort="boarding" />
    </>
  );
}

/** A trip's passengers, with actions and exports. */
function People({ query }: { query: ReturnType<typeof passengersOf> }) {
  const { data, page, trip, totals } = useSuspenseQuery(query).data;
  const [task, setTask] = useState<Task | 'add' | undefined>(() => (hasBookingDraft(trip) ? 'add' : undefined));
  const [act, setAct] = useState<ChosenAct>();
  const selection = useSelection();
  const edit = useMemo(() => ({ onTask: setTask, selection }), [selection]);
  // Choosing a state resets the search field.
  const [searches, setSearches] = useState(0);

  function finish(message: string): void {
    if (task !== 'add' && task?.kind === 'boarding') selection.clear();
    setTask(undefined);
    showAlert('success', message);
  }

  const shared = { onClose: () => setTask(undefined), onDone: finish };
  const chosen = data.filter(({ id }) => selection.ids.has(id));
  return (
    <>
      <TripNav tripId={trip.id} current="passengers" hasDeparted={trip.hasDeparted} />
      <TripSummary trip={trip} totals={totals} onNarrow={() => setSearches((count) => count + 1)}>
        <Tools trip={trip} onAdd={() => setTask('add')} />
      </TripSummary>
      <PassengerFilters key={searches} passengers={data} trip={trip} totals={totals} />
      <Listed passengers={data} trip={trip} totals={totals} edit={edit} />
      <ListPages page={page} one="pessoa" many="pessoas" />
      <SelectionBar
        chosen={chosen}
        trip={trip}
        onBoarding={() => setTask({ kind: 'boarding', passengers: chosen })}
        onAct={setAct}
        onClear={selection.clear}
      />
      {act && (
        <ChosenPeopleDialog
          act={act}
          passengers={chosen}
          trip={trip}
          onClose={() => setAct(undefined)}
          onDone={(message) => {
            setAct(undefined);
            selection.clear();
            showAlert('success', message);
          }}
        />
      )}
      {task === 'add' && <StaffBookingDialog trip={trip} {...shared} />}
      {task && task !== 'add' && <TaskDialog task={withNewest(task, data)} trip={trip} {...shared} />}
    </>
  );
}

interface ListedProps extends Pick<PassengerList, 'trip' | 'totals'> {
  passengers: PassengerWithExtras[];
  edit: ListEdit;
}

/**
 * The people found, or in the view "Faltam dados" the requests for data. Compared by its properties: a dialog that
 * opens or closes renders no row again.
 */
const Listed = memo(function Listed({ passengers, trip, totals, edit }: ListedProps) {
  const [params] = useSearchParams();
  const { sort, missing } = readPassengerSearch(params);
  if (passengers.length === 0) return missing ? <AllComplete /> : <Nobody narrowed={isNarrowed(params)} />;
  if (missing) return <MissingList passengers={passengers} trip={trip} onTask={edit.onTask} />;
  const counts = new Map(totals.byBoardingPoint.map(({ boardingPointId, count }) => [boardingPointId ?? '', count]));
  return (
    <PassengerTable
      passengers={passengers}
      trip={trip}
      sort={sort}
      counts={isNarrowed(params) ? undefined : counts}
      edit={edit}
    />
  );
});

function Tools({ trip, onAdd }: { trip: PassengerTrip; onAdd: () => void }) {
  const userId = useUser(({ user }) => user.id);
  const isFull = trip.placesLeft <= 0;
  return (
    <>
      {!trip.hasDeparted && (
        <Button size="md" disabled={isFull} leftSection={<IconUserPlus size={20} aria-hidden />} onClick={onAdd}>
          Nova reserva
        </Button>
      )}
      <ListMenu tripId={trip.id} userId={userId} />
      {isFull && !trip.hasDeparted && (
        <Text flex="1 1 16rem" c="dimmed" fz={13}>
          Sem vagas: para adicionar alguém, aumente a lotação do passeio.
        </Text>
      )}
    </>
  );
}

function AllComplete() {
  return (
    <EmptyState icon={IconUsers} title="Ninguém com dados faltando" text="Quem está nesta lista tem tudo preenchido.">
      <Button component={Link} to="?" size="md" variant="default">
        Ver todos
      </Button>
    </EmptyState>
  );
}

function Nobody({ narrowed }: { narrowed: boolean }) {
  return narrowed ? (
    <EmptyState icon={IconUsers} title="Ninguém encontrado" text="Tente outra palavra, ou tire algum filtro.">
      <Button component={Link} to="?" size="md" variant="default">
        Ver todos
      </Button>
    </EmptyState>
  ) : (
    <EmptyState
      icon={IconUsers}
      title="Ninguém reservou ainda"
      text="Quem reservar pelo site aparece aqui. Quem ligar, você adiciona."
    />
  );
}

const formats = Object.entries(exportFormats) as [ExportFormat, string][];

/** Menu to print or export the passenger list. */
function ListMenu({ tripId, userId }: { tripId: string; userId: string }) {
  const [choice, setChoice] = useState(() => rememberedChoice(userId));
  const [choosing, setChoosing] = useState(false);
  const { mutate: save, isPending } = useMutation({
    mutationFn: (format: ExportFormat) => saveList(tripId, format, choice),
    onSuccess: () => showAlert('success', 'Lista de passageiros exportada.'),
  });

  function choose(chosen: SheetChoice): void {
    rememberChoice(userId, chosen);
    setChoice(chosen);
    setChoosing(false);
  }

  return (
    <>
      <ActionMenu
        position="bottom-start"
        shadow="md"
        width={250}
        transitionProps={{ duration: 0 }}
        button={
          <Button
            size="md"
            variant="default"
            loading={isPending}
            rightSection={<IconChevronDown size={18} aria-hidden />}
          >
            Lista de passageiros
          </Button>
        }
        entries={[
          { label: 'Imprimir', icon: IconPrinter, to: sheetPath(tripId, choice) },
          ...formats.map(([format, label]) => ({
            label: `Exportar ${label}`,
            icon: IconFileText,
            onSelect: () => save(format),
          })),
          null,
          { label: 'Colunas e grupos', icon: IconColumns3, onSelect: () => setChoosing(true) },
        ]}
      />
      {choosing && <SheetDialog choice={choice} onClose={() => setChoosing(false)} onChoose={choose} />}
    </>
  );
}

interface SelectionBarProps {
  chosen: readonly Passenger[];
  trip: PassengerTrip;
  onBoarding: () => void;
  onAct: (act: ChosenAct) => void;
  onClear: () => void;
}

/** What can be done with the chosen people; nothing while nobody is chosen. */
function SelectionBar({ chosen, trip, onBoarding, onAct, onClear }: SelectionBarProps) {
  const userId = useUser(({ user }) => user.id);
  const { mutate: save, isPending } = useMutation({
    mutationFn: (format: ExportFormat) => saveList(trip.id, format, rememberedChoice(userId), chosen),
    onSuccess: () => showAlert('success', 'Pessoas escolhidas exportadas.'),
  });
  const mayPay = may('confirm_money') && may('see_money');
  const entries = [
    { label: 'Escrever a elas', icon: IconMessage, onSelect: () => onAct('message') },
    ...(trip.hasDeparted
      ? []
      : [{ label: 'Mudar de passeio', icon: IconArrowsExchange, onSelect: () => onAct('move') }]),
    ...(mayPay ? [{ label: 'Registrar pagamentos', icon: IconCash, onSelect: () => onAct('payment') }] : []),
    null,
    ...formats.map(([format, label]) => ({
      label: `Exportar ${label}`,
      icon: IconFileText,
      onSelect: () => save(format),
    })),
  ];
  return (
    <div role="status" className={styles.selection}>
      {chosen.length > 0 && (
        <div className={styles.bar}>
          <strong>
            {chosen.length}
            <span className={hidden.hidden}> {chosen.length === 1 ? 'pessoa' : 'pessoas'}</span>
          </strong>
          <Button size="md" px="sm" flex="none" onClick={onBoarding}>
            Mudar embarque
          </Button>
          <ActionMenu
            position="top-end"
            shadow="md"
            width={250}
            transitionProps={{ duration: 0 }}
            entries={entries}
            button={
              <ActionIcon
                variant="default"
                size={44}
                radius="xl"
                loading={isPending}
                aria-label="Mais ações com as pessoas escolhidas"
              >
                <IconDots size={20} aria-hidden />
              </ActionIcon>
            }
          />
          <CloseButton flex="none" size={44} aria-label="Desfazer a escolha" onClick={onClear} />
        </div>
      )}
    </div>
  );
}
