import { ActionIcon, Box, Button, Group, Text } from '@mantine/core';
import { pageNumber, reservationPagePath } from '@passeio/contract/pages';
import { waitingLabel } from '@passeio/contract/reservations/waiting-label';
import type { TripWaitingList, WaitingPerson } from '@passeio/contract/reservations/waiting-list';
import { waitingListRoutes } from '@passeio/contract/reservations/waiting-list-routes';
import { waitingText } from '@passeio/contract/reservations/whatsapp-moments';
import { plural } from '@passeio/contract/words';
import {
  IconArrowBarToUp,
  IconArrowDown,
  IconArrowUp,
  IconBrandWhatsapp,
  IconHourglass,
  IconPlus,
} from '@tabler/icons-react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { linkTo, useChatSender } from '~/features/reservations/whatsapp/use-chat-link';
import { api, withRetry } from '~/features/session/api';
import { load, preload, reload } from '~/features/session/queries';
import { may } from '~/features/session/user-store';
import { TripHeader } from '~/features/trips/trip-header';
import { ApiError } from '~/lib/api';
import { formatMoney, formatPlacesLeft, useFormats } from '~/lib/formats';
import { formatContact } from '~/lib/number-formats';
import { pageMeta } from '~/lib/page-meta';
import { tripPaths } from '~/lib/trip-paths';
import { askToConfirm } from '~/ui/dialogs/confirm';
import { lazyDialog } from '~/ui/dialogs/lazy-dialog';
import { showAlert } from '~/ui/feedback/alert';
import { EmptyState } from '~/ui/feedback/empty-state';
import { StatusBadge } from '~/ui/feedback/status-badge';
import { DataTable } from '~/ui/layout/data-table';
import tableStyles from '~/ui/layout/data-table.module.css';
import { ListPages } from '~/ui/layout/list-tools';
import type { Route } from './+types/waiting-list';
import styles from './waiting-list.module.css';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Lista de espera');
export const handle = { title: 'Lista de espera' };

const WaitingDialog = lazyDialog(async () => (await import('./waiting-dialog')).WaitingDialog);

export async function clientLoader({ params: { tripId }, request }: Route.ClientLoaderArgs) {
  const page = pageNumber.catch(1).parse(new URL(request.url).searchParams.get('page'));
  return preload(load(waitingListRoutes.list, { params: { tripId }, query: { page } }));
}

/** The waiting list of a trip, in the order in which parties are asked, and the money that it stands for. */
export default function WaitingListPage({ loaderData }: Route.ComponentProps) {
  const { data: list } = useSuspenseQuery(loaderData);
  const heading = useRef<HTMLHeadingElement>(null);
  const [isAdding, setAdding] = useState(false);
  const { trip, waitingPlaces, waitingCents, page } = list;
  return (
    <>
      <TripHeader
        trip={trip}
        current="waiting"
        titleRef={heading}
        facts={
          <>
            <Text mt={4} c="dimmed">
              Lotação: {trip.capacity} · {formatPlacesLeft(trip.placesLeft)}
            </Text>
            {waitingPlaces > 0 && (
              <Text mt="xs" fz="lg" fw={700}>
                {plural(waitingPlaces, 'vaga')} · {formatMoney(waitingCents)} esperando
              </Text>
            )}
          </>
        }
      >
        <Button size="md" leftSection={<IconPlus size={20} aria-hidden />} onClick={() => setAdding(true)}>
          Incluir na lista
        </Button>
        {page.total > 0 && may('edit_trips') && (
          <Button component={Link} to={`${tripPaths.edit(trip.id)}#vagas`} size="md" variant="default">
            Aumentar lotação
          </Button>
        )}
      </TripHeader>
      {page.total === 0 ? (
        <EmptyState
          icon={IconHourglass}
          title="Ninguém na lista de espera"
          text="Quando o passeio lota, quem quiser ir entra na lista pela página dele no portal, ou você inclui quem ligou."
        />
      ) : (
        <>
          <WaitingTable list={list} onGone={() => heading.current?.focus({ preventScroll: true })} />
          <ListPages page={page} one="grupo" many="grupos" />
        </>
      )}
      {isAdding && (
        <WaitingDialog
          trip={trip}
          onClose={() => setAdding(false)}
          onDone={({ person, position }) => {
            setAdding(false);
            showAlert('success', `${person.name} entrou na lista de espera${position ? `, em ${position}º` : ''}.`);
          }}
        />
      )}
    </>
  );
}

interface WaitingTableProps {
  list: TripWaitingList;
  /** Called when a row has left the list, and the focus with it. */
  onGone: () => void;
}

/** Offered entries, then waiting ones in order; cards on a phone. */
function WaitingTable({ list, ...props }: WaitingTableProps) {
  const { number, size, total } = list.page;
  const isEnd = number * size >= total;
  return (
    <DataTable
      caption="Lista de espera"
      columns={[
        'Pessoa',
        'Lugar na fila',
        'Grupo',
        { label: 'Valor', number: true },
        'Entrou em',
        { label: 'Ações', hidden: true },
      ]}
    >
      {list.data.map((entry, index) => (
        <Entry
          key={entry.id}
          entry={entry}
          trip={list.trip}
          isLast={isEnd && index === list.data.length - 1}
          {...props}
        />
      ))}
    </DataTable>
  );
}

interface EntryProps extends Omit<WaitingTableProps, 'list'> {
  entry: WaitingPerson;
  trip: TripWaitingList['trip'];
  /** Whether nobody stands behind. */
  isLast: boolean;
}

function Entry({ entry, trip, ...props }: EntryProps) {
  const { formatDateAndTime } = useFormats();
  const { person, places, totalCents, joinedAt, state } = entry;
  return (
    <tr>
      <th scope="row">
        <span className={tableStyles.name}>{person.name}</span>
        <Contact entry={entry} trip={trip} />
      </th>
      <td data-label="Lugar na fila">
        <Standing entry={entry} />
      </td>
      <td data-label="Grupo">
        <span className={tableStyles.stack}>
          <span>{plural(places, 'vaga')}</span>
          <span className={tableStyles.detail}>{waitingLabel(entry)}</span>
        </span>
      </td>
      <td data-label="Valor" className={tableStyles.number}>
        <span>{formatMoney(totalCents)}</span>
      </td>
      <td data-label="Entrou em" className={tableStyles.when}>
        <span>{formatDateAndTime(joinedAt)}</span>
      </td>
      <td className={styles.actions}>
        {state === 'waiting' && <WaitingActions entry={entry} trip={trip} {...props} />}
      </td>
    </tr>
  );
}

function Contact({ entry: { person, offer }, trip }: Pick<EntryProps, 'entry' | 'trip'>) {
  const text = waitingText({ name: person.name, trip, offer }, useChatSender());
  if (!person.contact) return null;
  const shown = formatContact(person.contact);
  const topic = `${offer ? 'vagas oferecidas' : 'lista de espera'}, ${shown}`;
  return (
    <a className={tableStyles.contact} {...linkTo(person, text, topic)}>
      <IconBrandWhatsapp size={20} aria-hidden />
      {shown}
    </a>
  );
}

function Standing({ entry }: Pick<EntryProps, 'entry'>) {
  const { formatDeadline } = useFormats();
  const { position, fits, offer } = entry;
  if (offer) {
    return (
      <span className={tableStyles.stack}>
        <StatusBadge color="waiting">Vagas oferecidas</StatusBadge>
        {offer.until && <span className={tableStyles.detail}>até {formatDeadline(offer.until)}</span>}
        <Link to={reservationPagePath(offer.reservationId)}>Reserva {offer.code}</Link>
      </span>
    );
  }
  return (
    <span className={tableStyles.stack}>
      <strong>{position === null ? '–' : `${position}º`}</strong>
      {fits && <StatusBadge color="good">Cabe agora</StatusBadge>}
    </span>
  );
}

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
function WaitingActions(props: WaitingActionsProps) {
  const { entry, trip, isLast } = props;
  const { busy, run } = useActs(props);
  const reason = useId();
  const { person, position, fits } = entry;
  const isFirst = position === null || position <= 1;
  return (
    <Box flex={1} miw={0}>
      <Group gap="xs" className={styles.row}>
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
      </Group>
      {!fits && (
        <Text id={reason} className={styles.reason} mt={4} c="dimmed" fz="sm">
          Não cabe agora:{' '}
          {entry.places > trip.placesLeft ? formatPlacesLeft(trip.placesLeft).toLowerCase() : 'faltam quartos livres'}.
        </Text>
      )}
    </Box>
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
      await withRetry(() => api.callUnchecked(waitingListRoutes.offer, { params }));
      return `Vagas oferecidas a ${person.name}.`;
    },
    async remove() {
      if (!(await askToConfirm(questionOfRemoval(entry)))) return undefined;
      await api.callUnchecked(waitingListRoutes.remove, { params });
      return `${person.name} saiu da lista de espera.`;
    },
  };

  async function move(to: number): Promise<string> {
    const call = { params, body: { position: to } };
    await withRetry(() => api.callUnchecked(waitingListRoutes.move, call));
    return `${person.name} mudou de lugar na fila.`;
  }

  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (act: Act) => {
      const done = await acts[act]();
      if (!done) return;
      showAlert('success', done);
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
