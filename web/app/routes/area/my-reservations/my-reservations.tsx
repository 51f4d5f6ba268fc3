import { Button, Stack, Text, Title } from '@mantine/core';
import type { Reservation } from '@passeio/contract/reservations/reservations';
import type { WaitingListEntry } from '@passeio/contract/reservations/waiting-list';
import { IconTicket } from '@tabler/icons-react';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { WaitingList } from '~/features/reservations/enrolment/waiting-list';
import {
  loadMyReservations,
  loadWaiting,
  type MyReservations as ReservationsOfUser,
  sortReservations,
} from '~/features/reservations/my-reservations/my-reservations';
import { ReservationCard } from '~/features/reservations/my-reservations/reservation-card';
import { CachedReservationsNotice } from '~/features/session/offline-notice';
import { preload, queryClient } from '~/features/session/queries';
import { TripPicture } from '~/features/trips/trip-picture';
import { pageMeta } from '~/lib/page-meta';
import { EmptyState } from '~/ui/feedback/empty-state';
import text from '~/ui/text/text.module.css';
import type { Route } from './+types/my-reservations';
import { ReserveAgain } from './reserve-again';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Minhas reservas');
export const handle = { title: 'Minhas reservas', hasFirstView: true };

interface Mine extends ReservationsOfUser {
  waiting: WaitingListEntry[];
}

export const mine = queryOptions({
  queryKey: ['my reservations'],
  queryFn: async ({ signal }): Promise<Mine> => {
    const [own, waiting] = await Promise.all([loadMyReservations(signal, showLate), loadWaiting(signal, showWaiting)]);
    return { ...own, waiting };
  },
});

const showWaiting = (waiting: WaitingListEntry[]) => showLate({ waiting });

/** Puts an answer that came late in the place of the copy that is shown. */
function showLate(answer: Partial<Mine>): void {
  queryClient.setQueryData(mine.queryKey, (shown) => shown && { ...shown, ...answer });
}

export function clientLoader() {
  return preload(mine);
}

export default function MyReservationsPage({ loaderData }: Route.ComponentProps) {
  return <MyReservations query={loaderData} />;
}

export function MyReservations({ query }: { query: typeof mine }) {
  const { reservations, waiting, savedAt } = useSuspenseQuery(query).data;
  const { offered, coming, over } = sortReservations(reservations);
  if (reservations.length === 0 && waiting.length === 0) {
    return (
      <EmptyState
        icon={IconTicket}
        title="Você ainda não tem reservas"
        text="Escolha um passeio e garanta a sua vaga. Ela aparece aqui na hora."
      >
        <Button component="a" href="/portal/passeio" size="md">
          Ver os passeios
        </Button>
      </EmptyState>
    );
  }
  return (
    <>
      {savedAt && <CachedReservationsNotice savedAt={savedAt} />}
      <Stack gap={32}>
        <Group id="oferecidas" title="Vagas oferecidas a você" reservations={offered} />
        <Group id="proximas" title="Próximas" reservations={coming} />
        <WaitingList entries={waiting} />
        {coming.length === 0 && offered.length === 0 && waiting.length === 0 && (
          <Text c="dimmed">
            Nenhuma viagem marcada no momento.{' '}
            <a href="/portal/passeio" className={text.line}>
              Ver os passeios
            </a>
          </Text>
        )}
        <Group id="anteriores" title="Anteriores e canceladas" reservations={over} />
      </Stack>
    </>
  );
}

function Group({ id, title, reservations }: { id: string; title: string; reservations: Reservation[] }) {
  if (reservations.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <Title id={id} order={2} mb="sm" lh={1.6}>
        {title}
      </Title>
      <Stack component="ul" gap="sm">
        {reservations.map((reservation) => (
          <li key={reservation.id}>
            <ReservationCard
              reservation={reservation}
              picture={<TripPicture image={reservation.trip.cardImage} sizes="(min-width: 48em) 11rem, 4.5rem" />}
              again={(title) => <ReserveAgain reservation={reservation} describedBy={title} />}
            />
          </li>
        ))}
      </Stack>
    </section>
  );
}
