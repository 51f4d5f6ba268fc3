import { Button } from '@mantine/core';
import { pagePaths } from '@passeio/contract/paths';
import { reservationRoutes } from '@passeio/contract/reservations/reservation-routes';
import type { VoucherFormat } from '@passeio/contract/reservations/voucher';
import { type Icon, IconCalendarPlus, IconDownload, IconPrinter, IconShare2, IconTicket } from '@tabler/icons-react';
import { queryOptions, useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, redirect } from 'react-router';
import { loadVoucher } from '~/features/reservations/voucher';
import { answered, api, withRetry } from '~/features/session/api';
import { preload } from '~/features/session/queries';
import { ApiError, type Download } from '~/lib/api';
import { useFormats } from '~/lib/formats';
import { pageMeta } from '~/lib/page-meta';
import { saveFile } from '~/lib/save-file';
import { showAlert } from '~/ui/feedback/alert';
import { EmptyState } from '~/ui/feedback/empty-state';
import { NavLink } from '~/ui/navigation/nav-link';
import { OfflineNotice } from '../page/offline-notice';
import type { Route } from './+types/voucher';
import styles from './voucher.module.css';
import { VoucherView } from './voucher-view';
import voucherActionsStyles from './voucher-view.module.css';

const SAMPLE = { files: [new File([''], 'voucher.pdf', { type: 'application/pdf' })] };

/** What can be done with a voucher. Files come from the server, so offline it can only be printed. */
function VoucherActions({ code, online }: { code: string; online: boolean }) {
  /** The PDF that could not be shared at once. */
  const [ready, setReady] = useState<Download>();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (what: 'share' | VoucherFormat) => {
      if (what !== 'share') saveFile(await fileOf(code, what));
      else setReady(await sharePdf(ready ?? (await fileOf(code, 'pdf'))));
    },
  });
  const action = (what: 'share' | VoucherFormat) => ({
    loading: isPending && variables === what,
    onClick: () => mutate(what),
  });

  return (
    <div className={voucherActionsStyles.actions}>
      {online && (
        <>
          <ActionButton label="Baixar PDF" icon={IconDownload} main {...action('pdf')} />
          <ActionButton label="Adicionar ao calendário" icon={IconCalendarPlus} {...action('ics')} />
          {navigator.canShare?.(SAMPLE) && <ActionButton label="Compartilhar" icon={IconShare2} {...action('share')} />}
        </>
      )}
      <ActionButton label="Imprimir" icon={IconPrinter} onClick={() => window.print()} />
    </div>
  );
}

interface ActionButtonProps {
  label: string;
  icon: Icon;
  main?: boolean;
  loading?: boolean;
  onClick: () => void;
}

function ActionButton({ label, icon: Image, main = false, loading = false, onClick }: ActionButtonProps) {
  return (
    <Button
      size="md"
      variant={main ? 'filled' : 'default'}
      leftSection={<Image size={20} aria-hidden />}
      loading={loading}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}

function fileOf(code: string, format: VoucherFormat): Promise<Download> {
  const input = { params: { reservationId: code }, query: { format } };
  return withRetry(() => answered(api.download(reservationRoutes.exportVoucher, input)));
}

/** Returns the file if the browser wants another press, because the one that asked for it was too long ago. */
async function sharePdf(file: Download): Promise<Download | undefined> {
  try {
    await navigator.share({ files: [new File([file.content], file.name, { type: 'application/pdf' })] });
    return undefined;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined;
    showAlert('info', 'O PDF está pronto: toque em Compartilhar de novo.');
    return file;
  }
}

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
  const { formatMoment } = useFormats();
  const { voucher, savedAt, refusal } = useSuspenseQuery(loaderData).data;
  if (!voucher) return <Refused code={code} sentence={refusal} />;
  return (
    <>
      <div className={styles.screenOnly}>
        {savedAt && (
          <OfflineNotice>
            <strong>Sem conexão. Voucher de {formatMoment(savedAt)}.</strong> Ele fica guardado neste aparelho e vale no
            embarque.
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
