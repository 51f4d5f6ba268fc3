import { Button, Stack, Title } from '@mantine/core';
import { pagePaths } from '@passeio/contract/paths';
import type { Reservation } from '@passeio/contract/reservations';
import { IconTicket } from '@tabler/icons-react';
import { useRevalidator } from 'react-router';
import type { CachedReservation as Cached } from '~/features/reservations/cached-reservation';
import { loadMyReservations, sortReservations } from '~/features/reservations/my-reservations';
import { ReservationCard } from '~/features/reservations/reservation-card';
import { TripPicture } from '~/features/trips/trip-picture';
import { BoardingPoints } from '~/features/trips/trip-plan';
import { pageMeta } from '~/lib/page-meta';
import { useSettings } from '~/lib/settings';
import { EmptyState } from '../page/empty-state';
import { CachedReservationNotice } from '../page/offline-notice';
import type { Route } from './+types/my-reservations';
import styles from './my-reservations.module.css';

export { AreaError as ErrorBoundary } from '../page/area-error';

export const meta = pageMeta('Minhas reservas');
export const handle = { title: 'Minhas reservas' };

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadMyReservations(request.signal);
}

export default function MyReservations({ loaderData: { reservations, cached } }: Route.ComponentProps) {
  const { coming, over } = sortReservations(reservations);
  if (cached) return <CachedReservation cached={cached} />;
  if (reservations.length === 0) {
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
      <Group id="proximas" title="Próximas" reservations={coming} />
      {coming.length === 0 && (
        <p className={styles.none}>
          Nenhuma viagem marcada no momento. <a href="/portal/passeio">Ver os passeios</a>
        </p>
      )}
      <Group id="anteriores" title="Anteriores e canceladas" reservations={over} />
    </>
  );
}

/** Offline: the cached reservation. */
function CachedReservation({ cached }: { cached: Cached }) {
  const { boardingPoints, savedAt, reservation } = cached;
  return (
    <>
      <CachedReservationNotice savedAt={savedAt} />
      <Group id="proxima" title="Próxima reserva" reservations={[reservation]} />
      {boardingPoints.length > 0 && (
        <section className={styles.group} aria-labelledby="embarque">
          <Title id="embarque" order={2} mb="md" lh={1.6}>
            Pontos de embarque
          </Title>
          <BoardingPoints points={boardingPoints} />
        </section>
      )}
    </>
  );
}

function Group({ id, title, reservations }: { id: string; title: string; reservations: Reservation[] }) {
  const { timeZone, whatsapp } = useSettings();
  const { revalidate } = useRevalidator();
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
              timeZone={timeZone}
              whatsapp={whatsapp}
              picture={<TripPicture image={reservation.trip.cardImage} sizes="(min-width: 48em) 15rem, 92vw" />}
              tripUrl={pagePaths.trip(reservation.trip.slug)}
              onCancelled={revalidate}
            />
          </li>
        ))}
      </Stack>
    </section>
  );
}
