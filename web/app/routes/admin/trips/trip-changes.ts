import type { TripPublication } from '@passeio/contract/trips/trip-changes';
import type { Trip } from '@passeio/contract/trips/trips';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { showAlert } from '~/ui/feedback/alert';
import { publishTrip } from './manage-trip';

/** Texts of a change of a trip's state. */
export interface TripChange {
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
export function changesOf({ isActive, isArchived }: Pick<Trip, 'isActive' | 'isArchived'>): TripChange[] {
  if (isArchived) return [changes.restore];
  return [isActive ? changes.unpublish : changes.publish, changes.archive];
}

/** Asks for confirmation if needed, makes the change and shows a toast; returns whether it was made. */
export async function makeChange(trip: Trip, { question, change, done }: TripChange): Promise<boolean> {
  if (question && !(await askToConfirm({ ...question, mensagem: `“${trip.title}”. ${question.mensagem}` }))) {
    return false;
  }
  await publishTrip(trip.id, change);
  showAlert('success', done);
  return true;
}
