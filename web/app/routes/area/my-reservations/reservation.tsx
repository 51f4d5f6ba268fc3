import type { ReservationDetails } from '@passeio/contract/reservations/reservations';
import { redirect, useRevalidator } from 'react-router';
import { loadReservation } from '~/features/reservations/my-reservations';
import { PaymentSection } from '~/features/reservations/payment/payment-section';
import { useFollowedReservation } from '~/features/reservations/payment/use-followed-reservation';
import { ApiError } from '~/lib/api';
import { pageMeta } from '~/lib/page-meta';
import { CachedReservationsNotice } from '../page/offline-notice';
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
  if (details) return <Followed loaded={details} onChanged={revalidate} />;
  return (
    <>
      <CachedReservationsNotice savedAt={cached.savedAt} />
      <ReservationView reservation={cached.reservation} onChanged={revalidate} />
    </>
  );
}

/** Follows its payment while one is expected. */
function Followed({ loaded, onChanged }: { loaded: ReservationDetails; onChanged: () => Promise<void> }) {
  const { details, put, refresh } = useFollowedReservation(loaded);
  return (
    <ReservationView
      reservation={details}
      details={details}
      onChanged={onChanged}
      payment={
        <PaymentSection
          key={details.id}
          reservation={details}
          onCharged={(charge) => put({ charge })}
          onReceiptSent={(receipt) => {
            put({ receipt });
            void refresh();
          }}
          onRefundChanged={(refund) => put({ refund })}
          onMoved={() => void refresh()}
        />
      }
    />
  );
}
