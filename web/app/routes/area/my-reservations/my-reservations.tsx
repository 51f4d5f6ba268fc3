import { Button, Stack, Text, Title } from '@mantine/core';
import type { Reservation } from '@passeio/contract/reservations/reservations';
import { IconTicket } from '@tabler/icons-react';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { loadMyReservations, loadWaiting, sortReservations } from '~/features/reservations/my-reservations';
import { WaitingList } from '~/features/reservations/waiting-list';
import { CachedReservationsNotice } from '~/features/session/offline-notice';
import { preload } from '~/features/session/queries';
import { TripPicture } from '~/features/trips/trip-picture';
import { pageMeta } from '~/lib/page-meta';
import { EmptyState } from '~/ui/feedback/empty-state';
import text from '~/ui/text/text.module.css';
import type { Route } from './+types/my-reservations';
import { ReservationCard } from './reservation-card';
import { ReserveAgain } from './reserve-again';

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

export const meta = pageMeta('Minhas reservas');
export const handle = { title: 'Minhas reservas' };

const mine = queryOptions({
  queryKey: ['my reservations'],
  queryFn: async ({ signal }) => {
    const [own, waiting] = await Promise.all([loadMyReservations(signal), loadWaiting(signal)]);
    return { ...own, waiting };
  },
});

export function clientLoader() {
  return preload(mine);
}

export default function MyReservations({ loaderData }: Route.ComponentProps) {
  const { reservations, waiting, savedAt } = useSuspenseQuery(loaderData).data;
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
      <Stack gap={40}>
        <Group id="oferecidas" title="Vagas oferecidas a você" reservations={offered} />
        <WaitingList entries={waiting} />
        <Group id="proximas" title="Próximas" reservations={coming} />
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
      <Title id={id} order={2} mb="md" lh={1.6}>
        {title}
      </Title>
      <Stack component="ul" gap="lg">
        {reservations.map((reservation) => (
          <li key={reservation.id}>
            <ReservationCard
              reservation={reservation}
              picture={<TripPicture image={reservation.trip.cardImage} sizes="(min-width: 48em) 28rem, 92vw" />}
              again={(title) => <ReserveAgain reservation={reservation} describedBy={title} />}
            />
          </li>
        ))}
      </Stack>
    </section>
  );
}
