import { Box, Group, Text } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from 'react-router';
import { queryClient } from '~/features/session/queries';
import { BrandMark } from '~/features/settings/brand-mark';
import { useSettings } from '~/lib/settings';
import { ConfirmDialog } from '~/ui/dialogs/confirm-dialog';
import { MantineFrame } from '~/ui/theme/mantine-frame';
import styles from './auth.module.css';

export default function AuthLayout() {
  const brand = useSettings();
  return (
    <MantineFrame>
      <div className={styles.page}>
        <Landscape />
        <Box component="header" pt={8} pb={24} ta="center">
          <a href="/" className={styles.brand}>
            <BrandMark brand={brand} />
          </a>
          {brand.tagline && (
            <Text c="dimmed" style={{ textWrap: 'balance' }}>
              {brand.tagline}
            </Text>
          )}
        </Box>
        <Group component="main" id="conteudo" gap={0} justify="center" wrap="nowrap" w="100%">
          <QueryClientProvider client={queryClient}>
            <Outlet />
          </QueryClientProvider>
        </Group>
      </div>
      <ConfirmDialog />
    </MantineFrame>
  );
}

/** Decorative: hills in the operator's colour. */
function Landscape() {
  return (
    <svg className={styles.landscape} viewBox="0 0 1440 480" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <circle className={styles.sun} cx="1080" cy="190" r="92" />
      <path
        className={styles.far}
        d="M0 300 C140 250 240 190 360 236 C470 278 540 190 668 172 C800 154 880 262 1010 246 C1140 230 1220 150 1440 214 V480 H0 Z"
      />
      <path
        className={styles.middle}
        d="M0 352 C170 316 300 378 450 342 C620 300 700 268 850 312 C1000 356 1130 296 1270 300 C1340 302 1400 318 1440 328 V480 H0 Z"
      />
      <path
        className={styles.near}
        d="M0 424 C220 380 360 404 540 418 C740 434 860 372 1050 386 C1220 398 1330 424 1440 404 V480 H0 Z"
      />
    </svg>
  );
}
