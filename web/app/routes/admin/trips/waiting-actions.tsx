import { ActionIcon, Button } from '@mantine/core';
import type { TripWaitingList, WaitingPerson } from '@passeio/contract/reservations/waiting-list';
import { waitingListRoutes } from '@passeio/contract/reservations/waiting-list-routes';
import { IconArrowBarToUp, IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { api, orRedirect, withRetry } from '~/features/session/api';
import { reload } from '~/features/session/queries';
import { ApiError } from '~/lib/api';
import { formatMoney, formatPlacesLeft } from '~/lib/formats';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { showAlert } from '~/ui/feedback/alert';
import styles from './waiting-table.module.css';

interface WaitingActionsProps {
  entry: WaitingPerson;
  trip: TripWaitingList['trip'];
  /** Whether nobody stands behind. */
  isLast: boolean;
  /** Called when the row has left the list. */
  onGone: () => void;
}

type Act = 'first' | 'up' | 'down' | 'offer' | 'remove';

/** Moves somebody in the line, offers them places, takes them off the list. */
export function WaitingActions(props: WaitingActionsProps) {
  const { entry, trip, isLast } = props;
  const { busy, run } = useActs(props);
  const reason = useId();
  const { person, position, fits } = entry;
  const isFirst = position === null || position <= 1;
  return (
    <div className={styles.box}>
      <div className={styles.row}>
        {moves.map(({ act, label, Icon }) => (
          <ActionIcon
            key={act}
            variant="default"
            size={44}
            radius="xl"
            loading={busy === act}
            disabled={position === null || (act === 'down' ? isLast : isFirst)}
            aria-label={`${label}: ${person.name}`}
            onClick={() => run(act)}
          >
            <Icon size={20} aria-hidden />
          </ActionIcon>
        ))}
        <Button
          size="md"
          variant="light"
          loading={busy === 'offer'}
          disabled={!fits}
          aria-describedby={fits ? undefined : reason}
          aria-label={`Oferecer vagas: ${person.name}`}
          onClick={() => run('offer')}
        >
          Oferecer vagas
        </Button>
        <Button
          size="md"
          variant="subtle"
          color="red"
          loading={busy === 'remove'}
          aria-label={`Retirar da lista: ${person.name}`}
          onClick={() => run('remove')}
        >
          Retirar da lista
        </Button>
      </div>
      {!fits && (
        <p id={reason} className={styles.reason}>
          Não cabe agora: {formatPlacesLeft(trip.placesLeft).toLowerCase()}.
        </p>
      )}
    </div>
  );
}

const moves = [
  { act: 'first', label: 'Passar para o começo', Icon: IconArrowBarToUp },
  { act: 'up', label: 'Subir', Icon: IconArrowUp },
  { act: 'down', label: 'Descer', Icon: IconArrowDown },
] as const;

function useActs({ entry, trip, onGone }: WaitingActionsProps) {
  const { id, person, position } = entry;
  const params = { tripId: trip.id, entryId: id };
  const acts: Record<Act, () => Promise<string | undefined>> = {
    first: () => move(1),
    up: () => move((position ?? 2) - 1),
    down: () => move((position ?? 0) + 1),
    async offer() {
      if (!(await askToConfirm(questionOfOffer(entry)))) return undefined;
      await orRedirect(withRetry(() => api.callUnchecked(waitingListRoutes.offer, { params })));
      return `Vagas oferecidas a ${person.name}.`;
    },
    async remove() {
      if (!(await askToConfirm(questionOfRemoval(entry)))) return undefined;
      await orRedirect(api.callUnchecked(waitingListRoutes.remove, { params }));
      return `${person.name} saiu da lista de espera.`;
    },
  };

  async function move(to: number): Promise<string> {
    const call = { params, body: { position: to } };
    await orRedirect(withRetry(() => api.callUnchecked(waitingListRoutes.move, call)));
    return `${person.name} mudou de lugar na fila.`;
  }

  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (act: Act) => {
      const done = await acts[act]();
      if (!done) return;
      showAlert('success', done);
      await reload();
      if (act === 'offer' || act === 'remove') onGone();
    },
    onError: async (error) => {
      // The list has changed meanwhile.
      if (error instanceof ApiError && (error.status === 404 || error.status === 409)) await reload();
    },
  });
  return { busy: isPending ? variables : undefined, run: mutate };
}

function questionOfOffer({ person, places, totalCents, position }: WaitingPerson) {
  const early = position !== null && position > 1 ? ' Quem está na frente continua esperando.' : '';
  return {
    titulo: `Oferecer vagas a ${person.name}`,
    mensagem: `${places === 1 ? 'Uma vaga fica guardada' : `${places} vagas ficam guardadas`}, no valor de ${formatMoney(totalCents)}, com prazo para pagar o sinal.${early}`,
  };
}

function questionOfRemoval({ person }: WaitingPerson) {
  return {
    titulo: 'Retirar da lista de espera',
    mensagem: `${person.name} perde o lugar na fila. Nenhum e-mail é enviado: fale com a pessoa.`,
    tipo: 'danger' as const,
  };
}
