import { Button, Group } from '@mantine/core';
import { IconCloudOff, IconPhone } from '@tabler/icons-react';
import { type ReactNode, useCallback, useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { reload } from '~/features/session/queries';
import { useFormats } from '~/lib/formats';
import { formatContact } from '~/lib/number-formats';
import { useSettings } from '~/lib/settings';

interface OfflineNoticeProps {
  /** Instead of loading the page's data anew. */
  onRetry?: (() => void) | undefined;
  children: ReactNode;
}

/** Notice above cached data while offline; reloads when the network is back. */
export function OfflineNotice({ onRetry, children }: OfflineNoticeProps) {
  const { phone } = useSettings();
  const { revalidate, state } = useRevalidator();
  // The page's loader has shown the copy; what it did load is old, too.
  const refresh = useCallback(
    () => (onRetry ? onRetry() : void Promise.all([reload(), revalidate()])),
    [onRetry, revalidate],
  );
  useEffect(() => {
    window.addEventListener('online', refresh);
    return () => window.removeEventListener('online', refresh);
  }, [refresh]);

  return (
    <Group
      component="section"
      gap="12px 16px"
      mb={24}
      p="16px 20px"
      bg="var(--warning-tint)"
      bd="1px solid color-mix(in oklab, var(--warning) 35%, var(--border))"
      style={{ borderRadius: '1rem' }}
      role="status"
    >
      <Group flex="1 1 16rem" gap={14} wrap="nowrap" align="flex-start" miw={0}>
        <IconCloudOff size={26} stroke={1.5} color="var(--warning)" aria-hidden />
        <p style={{ textWrap: 'pretty' }}>{children}</p>
      </Group>
      <Group gap="sm">
        {phone && (
          <Button
            component="a"
            href={`tel:${phone}`}
            variant="default"
            size="md"
            leftSection={<IconPhone size={20} aria-hidden />}
          >
            Ligar {formatContact(phone)}
          </Button>
        )}
        <Button variant="default" size="md" loading={state === 'loading'} onClick={refresh}>
          Tentar de novo
        </Button>
      </Group>
    </Group>
  );
}

/** The notice above cached reservations. */
export function CachedReservationsNotice({ savedAt }: { savedAt: string }) {
  const { formatMoment } = useFormats();
  return (
    <OfflineNotice>
      <strong>Sem conexão. Dados de {formatMoment(savedAt)}.</strong> As suas próximas reservas e os vouchers ficam
      guardados neste aparelho; a lista de espera e o resto aparecem quando a internet voltar.
    </OfflineNotice>
  );
}
