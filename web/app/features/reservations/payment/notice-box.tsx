import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './payment.module.css';

interface NoticeBoxProps {
  tone?: 'warning' | 'danger';
  role?: 'alert';
  children: ReactNode;
}

/** A box about money: its heading, what it says, and what can be done. */
export function NoticeBox({ tone, role, children }: NoticeBoxProps) {
  const background = tone ? `var(--${tone}-tint)` : 'var(--surface-sunken)';
  return (
    <Stack gap={8} align="flex-start" p="md" bg={background} className={styles.notice} role={role}>
      {children}
    </Stack>
  );
}
