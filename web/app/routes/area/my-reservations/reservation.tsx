import type { ReservationDetails } from '@passeio/contract/reservations/reservations';
import { type Query, useSuspenseQuery } from '@tanstack/react-query';
import { redirect } from 'react-router';
import { readCachedReservation, reservationOf } from '~/features/reservations/my-reservations';
import { isReceiptWaiting, openCharge } from '~/features/reservations/payment/payment-choices';
import { preload, queryClient, reload } from '~/features/session/queries';
import { ApiError, isOffline } from '~/lib/api';
import { pageMeta } from '~/lib/page-meta';
import { CachedReservationsNotice } from '../page/offline-notice';
import type { Route } from './+types/reservation';
import { PaymentSection } from './payment/payment-section';
import { ReservationView } from './reservation-view';

export { AreaError as ErrorBoundary } from '../page/area-error';

export const meta = pageMeta('Minha reserva');
export const handle = { title: ({ code }: { code: string }) => `Reserva ${code}` };

export async function clientLoader({ params: { code } }: Route.ClientLoaderArgs) {
  try {
    return { query: await preload(reservationOf(code)) };
  } catch (error) {
    const cached = isOffline(error) ? await readCachedReservation(code) : undefined;
    if (cached) return { cached };
    // Somebody else's reservation is no different from none.
    if (error instanceof ApiError && error.status === 404) throw redirect('/404');
    throw error;
  }
}

export default function ReservationPage({ loaderData: { query, cached } }: Route.ComponentProps) {
  if (query) return <Followed query={query} />;
  return (
    <>
      <CachedReservationsNotice savedAt={cached.savedAt} />
      <ReservationView reservation={cached.reservation} onChanged={reload} />
    </>
  );
}

/** Follows its payment while one is expected. */
function Followed({ query }: { query: ReturnType<typeof reservationOf> }) {
  const { data: details } = useSuspenseQuery({ ...query, refetchInterval: paceOf, refetchOnWindowFocus: 'always' });
  /** Shows what an answer has just told of it. */
  function put(changes: Partial<ReservationDetails>): void {
    queryClient.setQueryData(query.queryKey, { ...details, ...changes });
  }
  return (
    <ReservationView
      reservation={details}
      details={details}
      onChanged={reload}
      payment={
        <PaymentSection
          key={details.id}
          reservation={details}
          onCharged={(charge) => put({ charge })}
          onReceiptSent={(receipt) => {
            put({ receipt });
            void reload();
          }}
          onRefundChanged={(refund) => put({ refund })}
          onMoved={() => void reload()}
        />
      }
    />
  );
}

const FOLLOW_MS = 3000;
/** Of what may happen any day: money that goes back, or that comes after the end; and while the server is unavailable. */
const SELDOM_MS = 30_000;

/** Milliseconds between two questions, so that a payment shows without a reload. */
function paceOf({ state: { data, status } }: Query<ReservationDetails>): number | false {
  if (!data) return false;
  const isSoon = openCharge(data) !== null || isReceiptWaiting(data) || data.status.key === 'bank_check';
  if (isSoon) return status === 'error' ? SELDOM_MS : FOLLOW_MS;
  const isRefundToCome = data.refund !== null && data.refund.state !== 'paid';
  return (isRefundToCome || data.state === 'expired' || data.state === 'cancelled') && SELDOM_MS;
}
