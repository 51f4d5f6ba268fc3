import { redirect, useRevalidator } from 'react-router';
import { loadReservation } from '~/features/reservations/my-reservations';
import { ApiError } from '~/lib/api';
import { pageMeta } from '~/lib/page-meta';
import { CachedReservationNotice } from '../page/offline-notice';
import type { Route } from './+types/reservation';
import { ReservationView } from './reservation-view';

export { AreaError as ErrorBoundary } from '../page/area-error';

export const meta = pageMeta('Minha reserva');
export const handle = { title: ({ code }: { code: string }) => `Reserva ${code}` };

export async function clientLoader({ params: { code }, request }: Route.ClientLoaderArgs) {
  try {
    return await loadReservation(code, request.signal);
  } catch (error) {
    // Somebody else's reservation is no different from none.
    if (error instanceof ApiError && error.status === 404) throw redirect('/404');
    throw error;
  }
}

export default function ReservationPage({ loaderData: { details, cached } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  if (details) return <ReservationView reservation={details} details={details} onChanged={() => void revalidate()} />;
  return (
    <>
      <CachedReservationNotice savedAt={cached.savedAt} />
      <ReservationView reservation={cached.reservation} onChanged={() => void revalidate()} />
    </>
  );
}
