import { ActionIcon } from '@mantine/core';
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
  IconFileInvoice,
  IconFileText,
} from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import { may, mayOpen } from '~/features/session/user-store';
import { tripPages } from '~/features/trips/trip-header';
import { explainFailure } from '~/lib/explain-failure';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { showAlert } from '~/ui/feedback/alert';
import { ActionMenu } from '~/ui/navigation/action-menu';

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

export interface TripMenuProps {
  trip: Trip;
  /** Whose actions they are, for screen readers. */
  name?: string;
  onCopy: (trip: Trip) => void;
  onContract: (trip: Trip) => void;
  onFiscal: (trip: Trip) => void;
}

/** Who may open it decides about notes. */
const FISCAL_PAGE = '/admin/nota-fiscal';

/** Menu of a trip in the list. */
export function TripMenu({ trip, name = `do passeio ${trip.title}`, onCopy, onContract, onFiscal }: TripMenuProps) {
  const { id, slug, isActive } = trip;
  const { button, run } = useChange(trip);
  const changeEntries = [
    { label: 'Duplicar', icon: IconCopy, onSelect: () => onCopy(trip) },
    { label: 'Contrato de viagem', icon: IconFileText, onSelect: () => onContract(trip) },
    ...(mayOpen(FISCAL_PAGE) ? [{ label: 'Nota fiscal', icon: IconFileInvoice, onSelect: () => onFiscal(trip) }] : []),
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
        <ActionIcon variant="subtle" color="gray" size={44} radius="xl" aria-label={`Ações ${name}`}>
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
