import { Button } from '@mantine/core';
import { pagePaths } from '@passeio/contract/paths';
import { IconTicket } from '@tabler/icons-react';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { Link, redirect } from 'react-router';
import { loadVoucher } from '~/features/reservations/voucher/load-voucher';
import { preload } from '~/features/session/queries';
import { ApiError } from '~/lib/api';
import { formatMoment } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { useSettings } from '~/lib/settings';
import { NavLink } from '~/ui/navigation/nav-link';
import { EmptyState } from '../page/empty-state';
import { OfflineNotice } from '../page/offline-notice';
import type { Route } from './+types/voucher';
import styles from './voucher.module.css';
import { VoucherActions } from './voucher-actions';
import { VoucherView } from './voucher-view';

export { AreaError as ErrorBoundary } from '../page/area-error';

export const meta = pageMeta('Voucher');
export const handle = { title: ({ code }: { code: string }) => `Voucher ${code}` };

export async function clientLoader({ params: { code } }: Route.ClientLoaderArgs) {
  try {
    const queryFn = ({ signal }: { signal: AbortSignal }) => loadVoucher(code, signal);
    return await preload(queryOptions({ queryKey: ['voucher', code], queryFn }));
  } catch (error) {
    // Somebody else's reservation is no different from none.
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) throw redirect('/404');
    throw error;
  }
}

export default function VoucherPage({ loaderData, params: { code } }: Route.ComponentProps) {
  const { timeZone } = useSettings();
  const { voucher, savedAt, refusal } = useSuspenseQuery(loaderData).data;
  if (!voucher) return <Refused code={code} sentence={refusal} />;
  return (
    <>
      <div className={styles.screenOnly}>
        {savedAt && (
          <OfflineNotice>
            <strong>Sem conexão. Voucher de {formatMoment(savedAt, timeZone)}.</strong> Ele fica guardado neste aparelho
            e vale no embarque.
          </OfflineNotice>
        )}
        <NavLink to={pagePaths.reservation(code)}>Reserva {code}</NavLink>
      </div>
      <VoucherView voucher={voucher} actions={<VoucherActions code={code} online={!savedAt} />} />
    </>
  );
}

function Refused({ code, sentence }: { code: string; sentence: string }) {
  return (
    <EmptyState icon={IconTicket} title="Sem voucher" text={sentence}>
      <Button component={Link} to={pagePaths.reservation(code)} size="md">
        Ver a reserva
      </Button>
    </EmptyState>
  );
}
