import { Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** Live-region message about the whole form. */
export function FormNotice({ tone = 'error', children }: { tone?: 'error' | 'info'; children: ReactNode }) {
  return (
    <Alert
      color={tone === 'error' ? 'red' : 'accent'}
      variant="light"
      icon={<IconInfoCircle aria-hidden />}
      role="alert"
    >
      {children}
    </Alert>
  );
}
