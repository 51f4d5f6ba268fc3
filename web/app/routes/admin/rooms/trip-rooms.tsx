import { Button, Group, NativeSelect, Stack, Switch, Text } from '@mantine/core';
import { roomConflictTexts } from '@passeio/contract/boarding/arrange-rooms';
import {
  type RoomingFormat,
  roomingFormats,
  type TripRooms,
  tripRoomRoutes,
} from '@passeio/contract/boarding/trip-rooms';
import { pagePaths } from '@passeio/contract/paths';
import { roomShares } from '@passeio/contract/room-rules';
import { plural } from '@passeio/contract/words';
import { IconBed, IconDownload } from '@tabler/icons-react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { type DragEvent, type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { api } from '~/features/session/api';
import { load, preload, queryClient, reload } from '~/features/session/queries';
import { may } from '~/features/session/user-store';
import { TripNav } from '~/features/trips/trip-header';
import { explainFailure } from '~/lib/explain-failure';
import { useFormats } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { saveFile } from '~/lib/save-file';
import { tripPaths } from '~/lib/trip-paths';
import { FormNotice } from '~/ui/editing/form-notice';
import { EmptyState } from '~/ui/feedback/empty-state';
import { Card } from '~/ui/layout/card';
import { Grid } from '~/ui/layout/grid';
import type { Route } from './+types/trip-rooms';
import styles from './trip-rooms.module.css';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Quartos');
export const handle = { title: 'Quartos' };

export function clientLoader({ params }: Route.ClientLoaderArgs) {
  return preload(load(tripRoomRoutes.readRooms, { params }));
}

export default function TripRoomsPage({ loaderData, params }: Route.ComponentProps) {
  const { data } = useSuspenseQuery(loaderData);
  return (
    <>
      <TripNav tripId={params.tripId} current="rooms" hasDeparted={data.trip.hasDeparted} />
      {data.rooms.length > 0 ? (
        <Rooming key={params.tripId} tripId={params.tripId} data={data} />
      ) : (
        <EmptyState
          icon={IconBed}
          title="Este passeio não tem quartos"
          text="Em viagens com pernoite, cadastre os tipos de quarto do hotel no passeio."
        >
          {may('edit_trips') && (
            <Button component="a" href={`${tripPaths.edit(params.tripId)}#quartos`} size="md">
              Cadastrar quartos
            </Button>
          )}
        </EmptyState>
      )}
    </>
  );
}

type Room = TripRooms['rooms'][number];
type Guest = TripRooms['guests'][number];

/** Who sleeps in a room from now on. `done`: what is said of it, and what takes it back. */
interface Move {
  roomId: string;
  participantIds: string[];
  done?: { text: string; undo: Move };
}

/** Who sleeps where: proposed, and changed by dragging somebody or by choosing another room. */
function Rooming({ tripId, data }: { tripId: string; data: TripRooms }) {
  const { rooms, guests, without, changed, alone } = data;
  const guestOf = (id: string) => guests.find((one) => one.id === id);
  const moving = useMutation({
    mutationFn: ({ roomId, participantIds }: Move) =>
      api.call(tripRoomRoutes.changeRoom, { params: { tripId, roomId }, body: { participantIds }, toast: false }),
    onSuccess: (answer) => {
      queryClient.setQueryData(load(tripRoomRoutes.readRooms, { params: { tripId } }).queryKey, answer);
      void reload();
    },
  });
  const taken = rooms.filter((room) => room.guests.length > 0).length;
  const move = (guestId: string, place: string) => {
    const to = rooms.find(({ id, guests: some }) => id === place || some.includes(place));
    if (!to || to.guests.includes(guestId)) return;
    const from = rooms.find((room) => room.guests.includes(guestId));
    const participantIds = [...to.guests.filter((id) => id !== place), guestId];
    const undo = from ? { roomId: from.id, participantIds: from.guests } : { roomId: to.id, participantIds: to.guests };
    const swapped = guestOf(place);
    const text = swapped
      ? `${guestOf(guestId)?.name} e ${swapped.name} trocaram de quarto.`
      : `${guestOf(guestId)?.name} foi para o ${to.label}.`;
    moving.mutate({ roomId: to.id, participantIds, done: { text, undo } });
  };
  const done = moving.isSuccess ? moving.variables.done : undefined;
  const row = (id: string, room: Room | undefined) => {
    const guest = guestOf(id);
    return (
      guest && (
        <GuestRow
          key={id}
          guest={guest}
          room={room}
          change={changed.includes(id) ? 'mudou' : alone.includes(id) ? 'ficou só no quarto' : undefined}
          onMove={move}
        >
          {placesFor(data, room)}
        </GuestRow>
      )
    );
  };
  return (
    <Stack>
      <h2>{data.trip.title}</h2>
      <p role="status">
        {plural(guests.length - without.length, 'pessoa')} em {plural(taken, 'quarto')} de {rooms.length}
        {without.length > 0 && ` · ${plural(without.length, 'pessoa')} sem quarto`}. A distribuição é automática; mude
        quem quiser arrastando ou escolhendo outro quarto. <a href="#lista-do-hotel">Baixar a lista do hotel</a>
      </p>
      {without.length > 0 && (
        <Card tone="warning" component="section" aria-label="Sem quarto">
          <Text fw={600}>Sem quarto</Text>
          <Stack component="ul" gap={4}>
            {without.map((id) => row(id, undefined))}
          </Stack>
        </Card>
      )}
      <Grid columns="repeat(auto-fill, minmax(min(100%, 20rem), 1fr))" gap={1}>
        {rooms.map((room) => (
          <RoomCard key={room.id} room={room} onDropped={(id) => move(id, room.id)}>
            {room.guests.map((id) => row(id, room))}
          </RoomCard>
        ))}
      </Grid>
      <ExportList tripId={tripId} data={data} />
      <div className={styles.notice} role="status">
        {moving.error && <FormNotice>{explainFailure(moving.error)}</FormNotice>}
        {done && (
          <Card tone="info">
            <Group justify="space-between" wrap="nowrap">
              <Text>{done.text}</Text>
              <Button size="md" variant="default" onClick={() => moving.mutate(done.undo)}>
                Desfazer
              </Button>
            </Group>
          </Card>
        )}
      </div>
    </Stack>
  );
}

/** Where somebody of a room, or of none, may go: to a free bed, into somebody's place, or beyond the beds there are. */
function placesFor({ rooms, guests }: TripRooms, own: Room | undefined): ReactNode {
  const others = rooms.filter((room) => room !== own);
  const isFull = ({ guests: some, places }: Room) => some.length >= places;
  const room = ({ id, label, guests: some, places }: Room) => (
    <option key={id} value={id}>{`${label} (${some.length}/${places})`}</option>
  );
  const nameOf = (id: string) => guests.find((one) => one.id === id)?.name;
  return (
    <>
      {own ? <option value={own.id}>{own.label}</option> : <option value="">Escolher</option>}
      <optgroup label="Com cama livre">{others.filter((one) => !isFull(one)).map(room)}</optgroup>
      {own && (
        <optgroup label="Trocar com">
          {others.flatMap(({ label, guests: some }) =>
            some.map((id) => <option key={id} value={id}>{`${nameOf(id)} (${label})`}</option>),
          )}
        </optgroup>
      )}
      <optgroup label="Lotados">{others.filter(isFull).map(room)}</optgroup>
    </>
  );
}

interface RoomCardProps {
  room: Room;
  onDropped: (guestId: string) => void;
  children: ReactNode;
}

function RoomCard({ room, onDropped, children }: RoomCardProps) {
  const isHeld = (event: DragEvent) => event.dataTransfer.types.includes('text/plain');
  return (
    <Card
      component="section"
      aria-label={room.label}
      gap="small"
      tone={room.conflicts.length > 0 ? 'danger' : undefined}
      onDragOver={(event: DragEvent) => isHeld(event) && event.preventDefault()}
      onDrop={(event: DragEvent) => {
        event.preventDefault();
        onDropped(event.dataTransfer.getData('text/plain'));
      }}
    >
      <Text fw={600}>
        {room.label}
        <Text component="span" variant="hint" fw={400}>
          {` · ${room.guests.length} de ${plural(room.places, 'cama')}`}
        </Text>
      </Text>
      {room.conflicts.map((conflict) => (
        <Text key={conflict} c="var(--danger)" fw={600}>
          {roomConflictTexts[conflict]}
        </Text>
      ))}
      <Stack component="ul" gap={4}>
        {children}
      </Stack>
    </Card>
  );
}

interface GuestRowProps {
  guest: Guest;
  room: Room | undefined;
  /** What the last list does not say of them. */
  change: string | undefined;
  /** Called with the room where they go, or with whom they swap. */
  onMove: (guestId: string, place: string) => void;
  /** The options of places. */
  children: ReactNode;
}

function GuestRow({ guest, room, change, onMove, children }: GuestRowProps) {
  const facts = [
    guest.age !== null && `${guest.age} anos`,
    guest.share && `divide: ${roomShares[guest.share].toLocaleLowerCase('pt-BR')}`,
    guest.shareWith && `pediu: ${guest.shareWith}`,
    guest.needsAccess && 'precisa de acesso fácil',
    guest.roomId !== null && 'posto pela equipe',
    change && `${change} desde a última lista`,
  ].filter(Boolean);
  return (
    <li draggable onDragStart={(event) => event.dataTransfer.setData('text/plain', guest.id)}>
      <Group gap="0.75rem" justify="space-between" wrap="nowrap">
        <div className={styles.guest}>
          <Link to={pagePaths.reservation(guest.code)}>{guest.name}</Link>
          <Text variant="hint">{[guest.code, ...facts].join(' · ')}</Text>
        </div>
        <NativeSelect
          size="md"
          className={styles.place}
          aria-label={`Quarto de ${guest.name}`}
          value={room?.id ?? ''}
          onChange={({ currentTarget: { value } }) => onMove(guest.id, value)}
        >
          {children}
        </NativeSelect>
      </Group>
    </li>
  );
}

const formats = Object.entries(roomingFormats) as [RoomingFormat, string][];

/** The rooming list as files, and which left last. */
function ExportList({ tripId, data: { trip, lastList, gone } }: { tripId: string; data: TripRooms }) {
  const { formatMoment } = useFormats();
  const [options, setOptions] = useState({ documents: false, notes: false });
  const sending = useMutation({
    mutationFn: async (format: RoomingFormat) => {
      const query = { format, documents: options.documents, notes: options.notes };
      saveFile(await api.download(tripRoomRoutes.exportRooms, { params: { tripId }, query }));
    },
    onSuccess: () => void reload(),
  });
  return (
    <Card component="section" id="lista-do-hotel" aria-label="Lista para o hotel">
      <Text fw={600}>Lista para o hotel{trip.hotel && `: ${trip.hotel}`}</Text>
      <Text variant="hint">
        {lastList
          ? `Última: ${formatMoment(lastList.sentAt)}, por ${lastList.by}. O que mudou desde então vai marcado.`
          : 'Ainda não foi baixada.'}
      </Text>
      {gone.length > 0 && <Text c="var(--warning)">Não vem mais desde então: {gone.join(', ')}.</Text>}
      <Group gap="sm">
        {may('see_documents') && (
          <Switch
            size="md"
            label="Com documentos"
            checked={options.documents}
            onChange={({ currentTarget: { checked } }) => setOptions({ ...options, documents: checked })}
          />
        )}
        <Switch
          size="md"
          label="Com observações"
          checked={options.notes}
          onChange={({ currentTarget: { checked } }) => setOptions({ ...options, notes: checked })}
        />
      </Group>
      <Group gap="sm">
        {formats.map(([format, label]) => (
          <Button
            key={format}
            size="md"
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
            loading={sending.isPending && sending.variables === format}
            onClick={() => sending.mutate(format)}
          >
            {label}
          </Button>
        ))}
      </Group>
      {sending.error && <FormNotice>{explainFailure(sending.error)}</FormNotice>}
    </Card>
  );
}
