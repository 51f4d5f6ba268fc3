import { Button } from '@mantine/core';
import { waitingListRoutes } from '@passeio/contract/reservations/waiting-list-routes';
import { plural } from '@passeio/contract/words';
import { IconHourglass } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'react-router';
import { load, preload } from '~/features/session/queries';
import { TripHeader } from '~/features/trips/trip-header';
import { formatMoney, formatPlacesLeft } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { tripPaths } from '~/lib/trip-paths';
import { EmptyState } from '../../area/page/empty-state';
import { ListPages } from '../list/list-tools';
import { readPage } from '../payments/read-page';
import type { Route } from './+types/waiting-list';
import styles from './trip-money.module.css';
import { WaitingTable } from './waiting-table';

export { AreaError as ErrorBoundary } from '../../area/page/area-error';

export const meta = pageMeta('Lista de espera');
export const handle = { title: 'Lista de espera' };

export async function clientLoader({ params: { tripId }, request }: Route.ClientLoaderArgs) {
  const page = readPage(new URL(request.url).searchParams);
  return preload(load(waitingListRoutes.list, { params: { tripId }, query: { page } }));
}

/** Who waits for places of a trip, in the order in which they are asked, and the money that this stands for. */
export default function WaitingListPage({ loaderData }: Route.ComponentProps) {
  const { data: list } = useSuspenseQuery(loaderData);
  const heading = useRef<HTMLHeadingElement>(null);
  const { trip, waitingPlaces, waitingCents, page } = list;
  return (
    <>
      <TripHeader
        trip={trip}
        current="waiting"
        titleRef={heading}
        facts={
          <>
            <p className={styles.capacity}>
              Lotação: {trip.capacity} · {formatPlacesLeft(trip.placesLeft)}
            </p>
            {waitingPlaces > 0 && (
              <p className={styles.waiting}>
                {plural(waitingPlaces, 'vaga')} · {formatMoney(waitingCents)} esperando
              </p>
            )}
          </>
        }
      >
        {page.total > 0 && (
          <Button component={Link} to={`${tripPaths.edit(trip.id)}#vagas`} size="md" variant="default">
            Aumentar lotação
          </Button>
        )}
      </TripHeader>
      {page.total === 0 ? (
        <EmptyState
          icon={IconHourglass}
          title="Ninguém na lista de espera"
          text="Quando o passeio lota, quem quiser ir entra na lista pela página dele no portal."
        />
      ) : (
        <>
          <WaitingTable list={list} onGone={() => heading.current?.focus({ preventScroll: true })} />
          <ListPages page={page} one="grupo" many="grupos" />
        </>
      )}
    </>
  );
}
