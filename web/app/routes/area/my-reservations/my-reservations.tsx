import { Button, Stack, Title } from '@mantine/core';
import type { Reservation } from '@passeio/contract/reservations/reservations';
import { IconTicket } from '@tabler/icons-react';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { loadMyReservations, sortReservations } from '~/features/reservations/my-reservations';
import { ReservationCard } from '~/features/reservations/reservation-card';
import { loadWaiting } from '~/features/reservations/waiting/load-waiting';
import { WaitingList } from '~/features/reservations/waiting/waiting-list';
import { preload, reload } from '~/features/session/queries';
import { TripPicture } from '~/features/trips/trip-picture';
import { pageMeta } from '~/lib/page-meta';
import { useSettings } from '~/lib/settings';
import { EmptyState } from '../page/empty-state';
import { CachedReservationsNotice } from '../page/offline-notice';
import type { Route } from './+types/my-reservations';
import styles from './my-reservations.module.css';
import { ReserveAgain } from './reserve-again';

export { AreaError as ErrorBoundary } from '../page/area-error';

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
      <Group id="oferecidas" title="Vagas oferecidas a você" reservations={offered} />
      <WaitingList entries={waiting} onChanged={reload} />
      <Group id="proximas" title="Próximas" reservations={coming} />
      {coming.length === 0 && offered.length === 0 && waiting.length === 0 && (
        <p className={styles.none}>
          Nenhuma viagem marcada no momento. <a href="/portal/passeio">Ver os passeios</a>
        </p>
      )}
      <Group id="anteriores" title="Anteriores e canceladas" reservations={over} />
    </>
  );
}

function Group({ id, title, reservations }: { id: string; title: string; reservations: Reservation[] }) {
  const { whatsapp } = useSettings();
  if (reservations.length === 0) return null;
  return (
    <section className={styles.group} aria-labelledby={id}>
      <Title id={id} order={2} mb="md" lh={1.6}>
        {title}
      </Title>
      <Stack component="ul" gap="lg">
        {reservations.map((reservation) => (
          <li key={reservation.id}>
            <ReservationCard
              reservation={reservation}
              whatsapp={whatsapp}
              picture={<TripPicture image={reservation.trip.cardImage} sizes="(min-width: 48em) 28rem, 92vw" />}
              again={(title) => <ReserveAgain reservation={reservation} describedBy={title} />}
              onChanged={() => void reload()}
            />
          </li>
        ))}
      </Stack>
    </section>
  );
}
