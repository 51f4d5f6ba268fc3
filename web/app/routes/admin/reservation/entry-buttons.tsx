import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { MenuEntry } from '~/ui/navigation/loaded-menu';

/** A group of what can be done, below what it is about; nothing where nothing can be done. `children` come first. */
export function EntryButtons({ entries, children }: { entries: readonly MenuEntry[]; children?: ReactNode }) {
  if (entries.length === 0 && !children) return null;
  return (
    <Group gap={8} mt="md">
      {children}
      {entries.map((entry) => (
        <EntryButton key={entry.label} entry={entry} />
      ))}
    </Group>
  );
}

function EntryButton({ entry }: { entry: MenuEntry }) {
  const look = { size: 'md', px: 'sm', fz: 15, variant: 'default', children: entry.label } as const;
  if ('to' in entry) return <Button component={Link} to={entry.to} {...look} />;
  if ('href' in entry) return <Button component="a" href={entry.href} {...look} />;
  return <Button {...look} c={entry.isDanger ? 'var(--danger)' : undefined} onClick={entry.onSelect} />;
}
