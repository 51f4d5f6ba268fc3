import { Button } from '@mantine/core';
import { reservationRoutes } from '@passeio/contract/reservations/reservation-routes';
import type { VoucherFormat } from '@passeio/contract/reservations/voucher';
import { type Icon, IconCalendarPlus, IconDownload, IconPrinter, IconShare2 } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { answered, api } from '~/features/session/api';
import { withRetry } from '~/features/session/with-retry';
import type { Download } from '~/lib/api';
import { saveFile } from '~/lib/save-file';
import { showAlert } from '~/ui/feedback/alert';
import styles from './voucher-view.module.css';

const SAMPLE = { files: [new File([''], 'voucher.pdf', { type: 'application/pdf' })] };

/** What can be done with a voucher. Files come from the server, so offline it can only be printed. */
export function VoucherActions({ code, online }: { code: string; online: boolean }) {
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
    <div className={styles.actions}>
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
