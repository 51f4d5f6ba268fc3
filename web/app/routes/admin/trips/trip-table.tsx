import { ActionIcon, Group, Progress, Stack, Text } from '@mantine/core';
import { pagePaths } from '@passeio/contract/paths';
import type { TripPublication } from '@passeio/contract/trips/trip-changes';
import type { Trip } from '@passeio/contract/trips/trips';
import {
  IconArchive,
  IconArchiveOff,
  IconCopy,
  IconDotsVertical,
  IconExternalLink,
  IconEye,
  IconEyeOff,
  IconFileText,
} from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Link } from 'react-router';
import { may, mayOpen } from '~/features/session/user-store';
import { SituationBadge } from '~/features/trips/situation-badge';
import { tripPages } from '~/features/trips/trip-header';
import { cardImage, TripPicture } from '~/features/trips/trip-picture';
import { explainFailure } from '~/lib/explain-failure';
import { formatMoney, useFormats } from '~/lib/formats';
import { tripPaths } from '~/lib/trip-paths';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { showAlert } from '~/ui/feedback/alert';
import { StatusBadge } from '~/ui/feedback/status-badge';
import styles from '~/ui/layout/data-table.module.css';
import { type SortColumn, SortHeader } from '~/ui/layout/list-tools';
import { useRowsInTurn } from '~/ui/layout/use-painted';
import { ActionMenu } from '~/ui/navigation/action-menu';
import hidden from '~/ui/text/visually-hidden.module.css';
import rowStyles from './trip-table.module.css';

/** Texts of a change of a trip's state. */
interface TripChange {
  name: 'publish' | 'unpublish' | 'archive' | 'restore';
  label: string;
  change: TripPublication;
  /** Confirmation, for changes that hide the trip from visitors or colleagues. */
  question?: { titulo: string; mensagem: string };
  done: string;
}

const changes: Record<TripChange['name'], TripChange> = {
  publish: {
    name: 'publish',
    label: 'Publicar',
    change: { isActive: true },
    done: 'O passeio está no portal.',
  },
  unpublish: {
    name: 'unpublish',
    label: 'Tirar do ar',
    change: { isActive: false },
    question: {
      titulo: 'Tirar do ar?',
      mensagem: 'Quem visita o portal deixa de ver o passeio. As reservas feitas continuam valendo.',
    },
    done: 'O passeio saiu do portal.',
  },
  archive: {
    name: 'archive',
    label: 'Arquivar',
    change: { isArchived: true },
    question: {
      titulo: 'Arquivar o passeio?',
      mensagem: 'Ele sai do portal e das listas. Você pode desarquivar quando quiser.',
    },
    done: 'Passeio arquivado.',
  },
  restore: {
    name: 'restore',
    label: 'Desarquivar',
    change: { isArchived: false },
    done: 'Passeio desarquivado. Ele continua fora do ar até você publicar.',
  },
};

/** The changes that a trip's state allows. */
function changesOf({ isActive, isArchived }: Pick<Trip, 'isActive' | 'isArchived'>): TripChange[] {
  if (isArchived) return [changes.restore];
  return [isActive ? changes.unpublish : changes.publish, changes.archive];
}

/** Loaded when somebody acts: every list would bring the schemas of all changes of a trip, and of its money. */
export async function loadActs() {
  try {
    return await Promise.all([import('./confirm-publication'), import('./manage-trip')]);
  } catch (error) {
    showAlert('error', explainFailure(error));
    throw error;
  }
}

/** Makes a change, after a question where it hides the trip, or shows one that lacks something. */
async function makeChange(trip: Trip, { question, change, done }: TripChange): Promise<void> {
  if (question && !(await askToConfirm({ ...question, mensagem: `“${trip.title}”. ${question.mensagem}` }))) {
    return;
  }
  const [{ confirmPublication }, { publishTrip }] = await loadActs();
  if (change.isActive && !(await confirmPublication(trip))) return;
  await publishTrip(trip.id, change);
  showAlert('success', done);
}

const icons: Record<TripChange['name'], typeof IconEye> = {
  publish: IconEye,
  unpublish: IconEyeOff,
  archive: IconArchive,
  restore: IconArchiveOff,
};

interface TripMenuProps {
  trip: Trip;
  onCopy: () => void;
  onContract: () => void;
}

/** Menu of a trip in the list. */
function TripMenu({ trip, onCopy, onContract }: TripMenuProps) {
  const { id, slug, title, isActive } = trip;
  const { button, run } = useChange(trip);
  const changeEntries = [
    { label: 'Duplicar', icon: IconCopy, onSelect: onCopy },
    { label: 'Contrato de viagem', icon: IconFileText, onSelect: onContract },
    null,
    ...changesOf(trip).map((change) => ({
      label: change.label,
      icon: icons[change.name],
      onSelect: () => run(change),
    })),
  ];
  return (
    // Rendered in its row with the first item focused, so that screen readers announce it correctly.
    <ActionMenu
      buttonRef={button}
      width={220}
      loop={false}
      withinPortal={false}
      floatingStrategy="fixed"
      menuItemTabIndex={0}
      button={
        <ActionIcon variant="subtle" color="gray" size={44} radius="xl" aria-label={`Ações do passeio ${title}`}>
          <IconDotsVertical size={20} aria-hidden />
        </ActionIcon>
      }
      entries={[
        ...pagesOf(trip)
          .map(({ label, icon, path }) => ({ label, icon, to: path(id) }))
          .filter(({ to }) => mayOpen(to)),
        ...(isActive ? [{ label: 'Ver no portal', icon: IconExternalLink, href: pagePaths.trip(slug) }] : []),
        ...(may('edit_trips') ? changeEntries : []),
      ]}
    />
  );
}

const { edit, passengers, seats, boarding, money, waiting } = tripPages;

function pagesOf({ vehicles }: Trip) {
  return [edit, passengers, ...(vehicles.length > 0 ? [seats] : []), boarding, money, waiting];
}

function useChange(trip: Trip) {
  const button = useRef<HTMLButtonElement>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: (change: TripChange) => makeChange(trip, change),
    onSettled() {
      // The menu may have been opened again: its items keep the focus.
      if (button.current?.ariaExpanded !== 'true') button.current?.focus({ preventScroll: true });
    },
  });

  // The row may leave the list: the focus moves to the page's content.
  useLayoutEffect(() => {
    return () => {
      if (!button.current || button.current !== document.activeElement) return;
      queueMicrotask(() => document.getElementById('conteudo')?.focus({ preventScroll: true }));
    };
  }, []);

  return { button, run: (change: TripChange) => !isPending && mutate(change) };
}

const columns = {
  title: {
    name: 'passeio',
    label: 'Passeio',
    first: 'ascending',
    ascending: 'Nome, de A a Z',
    descending: 'Nome, de Z a A',
  },
  date: {
    name: 'saida',
    label: 'Saída',
    first: 'ascending',
    ascending: 'Saída mais cedo',
    descending: 'Saída mais tarde',
  },
  places: {
    name: 'vagas',
    label: 'Vagas ocupadas',
    first: 'descending',
    ascending: 'Mais vazios',
    descending: 'Mais cheios',
  },
  price: { name: 'preco', label: 'Preço', first: 'ascending', ascending: 'Menor preço', descending: 'Maior preço' },
} as const satisfies Record<string, SortColumn>;

/** Sortable columns by their names in URLs. */
export const tripColumns: readonly SortColumn[] = Object.values(columns);

/** Drafts of the page that may be chosen, and those chosen on any page of the list, by departure. */
export interface Drafts {
  offered: readonly Trip[];
  chosen: readonly Trip[];
  choose: (trip: Trip, isChosen: boolean) => void;
  chooseAll: () => void;
  clear: () => void;
}

interface TripTableProps {
  trips: Trip[];
  /** Sort column, prefixed with "-" if descending. */
  sorted: string;
  onCopy: (trip: Trip) => void;
  onContract: (trip: Trip) => void;
  drafts: Pick<Drafts, 'offered' | 'chosen' | 'choose'>;
}

export function TripTable({ trips, sorted, onCopy, onContract, drafts }: TripTableProps) {
  const isChoosing = drafts.offered.length > 0;
  return (
    <table className={`${styles.table} ${rowStyles.table}`}>
      <caption className={hidden.hidden}>Passeios</caption>
      <thead>
        <tr>
          <SortHeader column={columns.title} sorted={sorted} />
          <SortHeader column={columns.date} sorted={sorted} />
          <SortHeader column={columns.places} sorted={sorted} />
          <SortHeader column={columns.price} sorted={sorted} number />
          {isChoosing && <th scope="col">Publicar</th>}
          <th scope="col">
            <span className={hidden.hidden}>Ações</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {useRowsInTurn(trips).map((trip) => (
          <TripRow key={trip.id} trip={trip} onCopy={() => onCopy(trip)} onContract={() => onContract(trip)}>
            {isChoosing && <DraftChoice trip={trip} drafts={drafts} />}
          </TripRow>
        ))}
      </tbody>
    </table>
  );
}

interface TripRowProps {
  trip: Trip;
  onCopy: () => void;
  onContract: () => void;
  children: ReactNode;
}

function TripRow({ trip, onCopy, onContract, children }: TripRowProps) {
  const { formatTime, formatWeekdayAndNumericDate } = useFormats();
  return (
    <tr>
      <th scope="row">
        <div className={rowStyles.trip}>
          <div className={rowStyles.picture}>
            <TripPicture image={cardImage(trip)} sizes="4rem" decorative />
          </div>
          <div>
            <Link to={tripPaths[may('edit_trips') ? 'edit' : 'passengers'](trip.id)} className={styles.name}>
              {trip.title}
            </Link>
            <div>
              {trip.isArchived ? (
                <StatusBadge color="quiet">Arquivado</StatusBadge>
              ) : (
                <SituationBadge situation={trip.situation} />
              )}
            </div>
          </div>
        </div>
      </th>
      <td data-label="Saída" className={styles.when}>
        <span className={rowStyles.when}>
          {formatWeekdayAndNumericDate(trip.date)}
          <small className={styles.detail}>{formatTime(trip.date)}</small>
        </span>
      </td>
      <td data-label="Vagas ocupadas">
        <PlacesTaken trip={trip} />
      </td>
      <td data-label="Preço" className={styles.number}>
        <span>{formatMoney(trip.priceCents)}</span>
      </td>
      {children}
      <td className={rowStyles.menu}>
        <TripMenu trip={trip} onCopy={onCopy} onContract={onContract} />
      </td>
    </tr>
  );
}

/** Cell of a trip: whether it is among the drafts to be published. */
function DraftChoice({ trip, drafts: { offered, chosen, choose } }: { trip: Trip } & Pick<TripTableProps, 'drafts'>) {
  const { formatWeekdayAndNumericDate } = useFormats();
  if (!offered.includes(trip)) return <td className={rowStyles.none} />;
  return (
    <td data-label="Publicar">
      <Group component="label" justify="center" w={44} mih={44}>
        <input
          type="checkbox"
          aria-label={`Escolher ${trip.title}, ${formatWeekdayAndNumericDate(trip.date)}`}
          checked={chosen.some(({ id }) => id === trip.id)}
          onChange={({ currentTarget }) => choose(trip, currentTarget.checked)}
        />
      </Group>
    </td>
  );
}

/** A trip's occupancy and how many passengers its minimum lacks. */
function PlacesTaken({ trip }: { trip: Trip }) {
  const { capacity, placesLeft, minParticipants, situation } = trip;
  const taken = capacity - placesLeft;
  const missing = minParticipants - taken;
  return (
    <Stack gap={4} w="9.5rem" className={rowStyles.places}>
      <span>
        {taken} de {capacity}
      </span>
      <Progress
        value={(100 * taken) / capacity}
        size="sm"
        bg="var(--border)"
        color={placesLeft <= 0 ? 'var(--danger)' : missing > 0 ? 'var(--warning)' : 'var(--success)'}
        aria-label={`Vagas ocupadas em ${trip.title}`}
      />
      {missing > 0 && situation !== 'closed' && (
        <Text component="small" fz="0.8125rem" lh={1.3}>
          {missingLabel(missing)}
        </Text>
      )}
    </Stack>
  );
}

function missingLabel(missing: number): string {
  return `${missing === 1 ? 'Falta 1' : `Faltam ${missing}`} para a saída garantida`;
}
