import { ActionIcon, Menu } from '@mantine/core';
import { pagePaths } from '@passeio/contract/paths';
import type { Trip } from '@passeio/contract/trips/trips';
import {
  IconArchive,
  IconArchiveOff,
  IconCopy,
  IconDotsVertical,
  IconExternalLink,
  IconEye,
  IconEyeOff,
} from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import { Link } from 'react-router';
import { reload } from '~/features/session/queries';
import { tripPages } from '~/features/trips/pages/trip-pages';
import { changesOf, makeChange, type TripChange } from '~/features/trips/trip-changes';

const ICON = 18;
const icons: Record<TripChange['name'], typeof IconEye> = {
  publish: IconEye,
  unpublish: IconEyeOff,
  archive: IconArchive,
  restore: IconArchiveOff,
};

interface TripMenuProps {
  trip: Trip;
  onCopy: () => void;
}

/** Menu of a trip in the list. */
export function TripMenu({ trip, onCopy }: TripMenuProps) {
  const { id, slug, title, isActive } = trip;
  const { button, run } = useChange(trip);
  return (
    // Rendered in its row with the first item focused, so that screen readers announce it correctly.
    <Menu
      position="bottom-end"
      width={220}
      loop={false}
      withinPortal={false}
      floatingStrategy="fixed"
      withInitialFocusPlaceholder={false}
      menuItemTabIndex={0}
    >
      <Menu.Target>
        <ActionIcon
          ref={button}
          variant="subtle"
          color="gray"
          size={44}
          radius="xl"
          aria-label={`Ações do passeio ${title}`}
        >
          <IconDotsVertical size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {pagesOf(trip).map(({ label, icon: Icon, path }) => (
          <Menu.Item key={label} component={Link} to={path(id)} leftSection={<Icon size={ICON} aria-hidden />}>
            {label}
          </Menu.Item>
        ))}
        {isActive && (
          <Menu.Item
            component="a"
            href={pagePaths.trip(slug)}
            target="_blank"
            rel="noopener"
            leftSection={<IconExternalLink size={ICON} aria-hidden />}
          >
            Ver no portal
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconCopy size={ICON} aria-hidden />} onClick={onCopy}>
          Duplicar
        </Menu.Item>
        <Menu.Divider />
        {changesOf(trip).map((change) => {
          const Icon = icons[change.name];
          return (
            <Menu.Item key={change.name} leftSection={<Icon size={ICON} aria-hidden />} onClick={() => run(change)}>
              {change.label}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}

const { edit, passengers, seats, boarding, money, waiting } = tripPages;

function pagesOf({ vehicles }: Trip) {
  return [edit, passengers, ...(vehicles.length > 0 ? [seats] : []), boarding, money, waiting];
}

function useChange(trip: Trip) {
  const button = useRef<HTMLButtonElement>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: (change: TripChange) => makeChange(trip, change),
    onSuccess: (made) => (made ? reload() : undefined),
    onSettled() {
      // The menu may have been opened again: its items keep the focus.
      if (button.current?.ariaExpanded !== 'true') button.current?.focus({ preventScroll: true });
    },
  });

  // The row may leave the list: the focus moves to the page's content.
  useLayoutEffect(() => {
    const own = button.current;
    return () => {
      if (own !== document.activeElement) return;
      queueMicrotask(() => document.getElementById('conteudo')?.focus({ preventScroll: true }));
    };
  }, []);

  return { button, run: (change: TripChange) => !isPending && mutate(change) };
}
