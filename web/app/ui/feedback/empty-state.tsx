import { Group, Stack, Text } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  icon: TablerIcon;
  title: string;
  text?: string;
  /** What to do about it. */
  children?: ReactNode;
}

/** Placeholder of an empty list or page. */
export function EmptyState({ icon: Icon, title, text, children }: EmptyStateProps) {
  return (
    <Stack component="section" align="center" gap={0} maw={544} mx="auto" my="clamp(1.5rem, 8vh, 5rem)" ta="center">
      <Group
        component="span"
        justify="center"
        w={80}
        h={80}
        mb={20}
        bg="var(--accent-tint)"
        c="var(--accent-text)"
        style={{ borderRadius: '50%' }}
      >
        <Icon size={34} stroke={1.5} aria-hidden />
      </Group>
      <h2>{title}</h2>
      {text && (
        <Text c="dimmed" mt={8} style={{ textWrap: 'pretty' }}>
          {text}
        </Text>
      )}
      {children && (
        <Group justify="center" gap="sm" mt={24}>
          {children}
        </Group>
      )}
    </Stack>
  );
}
