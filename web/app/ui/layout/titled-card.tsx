import { Group, Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { Card } from './card';

interface TitledCardProps {
  title: string;
  note?: ReactNode;
  children: ReactNode;
}

/** A titled part of a page. */
export function TitledCard({ title, note, children }: TitledCardProps) {
  const id = useId();
  return (
    <Card component="section" gap="small" roomy aria-labelledby={id}>
      <Group component="header" justify="space-between" align="baseline" gap="0 1rem">
        <h2 id={id}>{title}</h2>
        {note && <Text c="dimmed">{note}</Text>}
      </Group>
      <div>{children}</div>
    </Card>
  );
}
