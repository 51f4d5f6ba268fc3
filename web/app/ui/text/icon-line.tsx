import { Group, type GroupProps } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import text from './text.module.css';

interface IconLineProps extends GroupProps {
  icon: TablerIcon;
  /** Begins with a capital letter. */
  capital?: boolean;
  children: ReactNode;
}

/** A quiet line of text beside its icon. */
export function IconLine({ icon: Icon, capital, children, ...props }: IconLineProps) {
  return (
    <Group component="p" gap={8} wrap="nowrap" align="flex-start" c="dimmed" {...props}>
      <Icon size={18} style={{ marginTop: '0.2em' }} aria-hidden />
      <span className={capital ? text.capital : undefined} style={{ overflowWrap: 'anywhere' }}>
        {children}
      </span>
    </Group>
  );
}
