import { Button } from '@mantine/core';
import { apiPaths } from '@passeio/contract/paths';
import type { Reservation } from '@passeio/contract/reservations';
import { type Trip, tripList } from '@passeio/contract/trips';
import { IconMap2 } from '@tabler/icons-react';
import { useRevalidator } from 'react-router';
import { activeReservationIn, loadMyReservations, nextDeparture } from '~/features/reservations/my-reservations';
import { answered, api } from '~/features/session/api';
import { installation } from '~/features/session/installation';
import { useUser } from '~/features/session/user-store';
import { loadMyProfile } from '~/features/users/my-account';
import { pageMeta } from '~/lib/page-meta';
import { useSettings } from '~/lib/settings';
import type { Route } from './+types/home';
import { ConfirmNotice } from './confirm-notice';
import { EmptyState } from './empty-state';
import styles from './home.module.css';
import { JoinCard } from './join-card';
import { NextDeparture } from './next-departure';

export { AreaError as ErrorBoundary } from './area-error';

export const meta = pageMeta('Início');
export const handle = { title: 'Início' };

/** How many trips to offer; the portal has them all. */
const TRIPS_SHOWN = 6;

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const query = { isActive: true, upcoming: true, showImages: true, size: TRIPS_SHOWN };
  const [reservations, { data: trips }, unconfirmed] = await Promise.all([
    loadMyReservations(request.signal),
    answered(api.get(apiPaths.trips, tripList, { query, signal: request.signal })),
    addressToConfirm(request.signal),
  ]);
  return { reservations, trips, unconfirmed };
}

/** The person's address if it must be confirmed before reserving and is not yet. */
async function addressToConfirm(signal: AbortSignal): Promise<string | null> {
  if (!installation().access.requireConfirmedEmail) return null;
  const { email, emailConfirmed } = await loadMyProfile(signal);
  return emailConfirmed ? null : email;
}

export default function Home({ loaderData: { reservations, trips, unconfirmed } }: Route.ComponentProps) {
  const { timeZone } = useSettings();
  const firstName = useUser(({ user }) => user.name.split(' ', 1)[0]);
  const { revalidate } = useRevalidator();
  const departure = nextDeparture(reservations);
  return (
    <>
      <p className={styles.greeting}>Olá, {firstName}!</p>
      {unconfirmed && <ConfirmNotice email={unconfirmed} />}
      {departure && <NextDeparture reservation={departure} timeZone={timeZone} />}
      <TripsToJoin
        trips={trips}
        reservations={reservations}
        lead={departure ? undefined : 'Você ainda não tem um passeio marcado. Que tal um destes?'}
        onEnrolled={revalidate}
      />
    </>
  );
}

interface TripsToJoinProps {
  trips: Trip[];
  reservations: Reservation[];
  lead?: string;
  onEnrolled: () => void;
}

function TripsToJoin({ trips, reservations, lead, onEnrolled }: TripsToJoinProps) {
  const { timeZone } = useSettings();
  if (trips.length === 0) {
    return (
      <EmptyState
        icon={IconMap2}
        title="Ainda não há passeios marcados"
        text="Assim que uma nova data abrir, ela aparece aqui."
      />
    );
  }
  return (
    <section aria-labelledby="proximos-passeios">
      <h2 id="proximos-passeios" className={styles.title}>
        Próximos passeios
      </h2>
      {lead && <p className={styles.lead}>{lead}</p>}
      <ul className={styles.cards}>
        {trips.map((one) => (
          <li key={one.id}>
            <JoinCard
              trip={one}
              timeZone={timeZone}
              joined={activeReservationIn(reservations, one.id) !== undefined}
              onEnrolled={onEnrolled}
            />
          </li>
        ))}
      </ul>
      <Button component="a" href="/portal/passeio" variant="default" size="md">
        Ver todos os passeios
      </Button>
    </section>
  );
}
