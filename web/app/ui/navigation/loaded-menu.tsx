import { Menu, type MenuProps } from '@mantine/core';
import {
  type ComponentPropsWithRef,
  type ComponentType,
  type ReactElement,
  type RefObject,
  useEffect,
  useState,
} from 'react';
import { Link } from 'react-router';

/** An action, a page of the product, or one that opens in a new tab. */
export type MenuEntry = {
  label: string;
  icon?: ComponentType<{ size: number; 'aria-hidden': true }>;
  isDanger?: boolean;
} & ({ onSelect: () => void } | { to: string } | { href: string });

export interface LoadedMenuProps extends Omit<MenuProps, 'children' | 'opened'> {
  button: ReactElement<ComponentPropsWithRef<'button'>>;
  buttonRef: RefObject<HTMLButtonElement | null>;
  /** A string is the heading of what follows, null the line between two parts. */
  entries: readonly (MenuEntry | string | null)[];
}

// A menu that is higher than what is left of the screen scrolls.
const WITHIN_SCREEN = {
  size: {
    padding: 8,
    apply({ availableHeight, elements }) {
      elements.floating.style.maxHeight = `${availableHeight}px`;
    },
  },
} satisfies MenuProps['middlewares'];

/** The menu of an {@link ActionMenu}; opens as soon as it has been loaded. */
export function LoadedMenu({ button, buttonRef, entries, ...props }: LoadedMenuProps) {
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    // It took the place of the button that was pressed.
    buttonRef.current?.focus({ preventScroll: true });
    setOpened(true);
  }, [buttonRef]);
  // A dialog returns the focus to the button, not to the entry, which is gone by then.
  const onSelect = (run: () => void) => {
    buttonRef.current?.focus();
    run();
  };
  return (
    <Menu position="bottom-end" middlewares={WITHIN_SCREEN} {...props} opened={opened} onChange={setOpened}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown style={{ overflowY: 'auto' }}>
        {entries.map((entry) => {
          if (entry === null) return <Menu.Divider key="line" />;
          if (typeof entry === 'string') return <Menu.Label key={entry}>{entry}</Menu.Label>;
          return <Entry key={entry.label} entry={entry} onSelect={onSelect} />;
        })}
      </Menu.Dropdown>
    </Menu>
  );
}

function Entry({ entry, onSelect }: { entry: MenuEntry; onSelect: (run: () => void) => void }) {
  const { label, icon: Icon, isDanger } = entry;
  const look = { leftSection: Icon && <Icon size={18} aria-hidden />, children: label };
  if ('to' in entry) return <Menu.Item component={Link} to={entry.to} {...look} />;
  if ('href' in entry) return <Menu.Item component="a" href={entry.href} target="_blank" rel="noopener" {...look} />;
  return <Menu.Item c={isDanger ? 'var(--danger)' : undefined} onClick={() => onSelect(entry.onSelect)} {...look} />;
}
