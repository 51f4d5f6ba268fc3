import { Box, Group as Row } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { sumOf, useToDo } from '~/features/payments/to-do';
import { useUser } from '~/features/session/user-store';
import { BrandMark } from '~/features/settings/brand-mark';
import { useSettings } from '~/lib/settings';
import hidden from '~/ui/text/visually-hidden.module.css';
import { currentPath, type MenuGroup, type MenuItem, menuFor } from './menu';
import styles from './sidebar.module.css';

interface EntryProps {
  item: MenuItem;
  isCurrent: boolean;
  onFollow: (() => void) | undefined;
}

interface SidebarProps {
  role: string | null;
  open: boolean;
  onClose: () => void;
}

/** Beside the page where there is room; over it, as a dialog, where there is not. */
export function Sidebar({ role, open, onClose }: SidebarProps) {
  const drawer = useRef<HTMLDialogElement>(null);
  // As in the stylesheet. A menu out of sight is not drawn: every page would wait for its links.
  const isWide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false });
  useEffect(() => {
    if (open) drawer.current?.showModal();
    else drawer.current?.close();
  }, [open]);

  return (
    <>
      <aside className={styles.sidebar}>
        {isWide && (
          <div className={styles.beside}>
            <Brand />
            <Entries role={role} />
          </div>
        )}
      </aside>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes a dialog by itself */}
      <dialog
        ref={drawer}
        className={styles.drawer}
        aria-label="Menu"
        onClose={onClose}
        onClick={(event) => event.target === event.currentTarget && onClose()}
      >
        {open && (
          <Box mih="100%" py="md" px="sm">
            <Row justify="space-between" gap={8} wrap="nowrap">
              <Brand />
              <button type="button" className={styles.close} onClick={onClose} aria-label="Fechar menu">
                <IconX aria-hidden />
              </button>
            </Row>
            <Entries role={role} onFollow={onClose} />
          </Box>
        )}
      </dialog>
    </>
  );
}

function Brand() {
  return (
    <p className={styles.brand}>
      <BrandMark brand={useSettings()} />
    </p>
  );
}

function Entries({ role, onFollow }: { role: string | null; onFollow?: () => void }) {
  const items = menuFor(
    role,
    useUser(({ user }) => user),
  );
  const current = currentPath(items, useLocation().pathname);
  return (
    <nav aria-label="Menu principal" className={styles.nav}>
      <ul>
        {items.map((item) => (
          <li key={item.label}>
            {'pages' in item ? (
              <Group group={item} current={current} onFollow={onFollow} />
            ) : (
              <Entry item={item} isCurrent={item.to === current} onFollow={onFollow} />
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Entry({ item: { label, to, icon: Icon, waiting }, isCurrent, onFollow }: EntryProps) {
  return (
    <Link
      to={to}
      reloadDocument={to === '/'}
      className={styles.entry}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={onFollow}
    >
      <Icon size={20} stroke={1.75} aria-hidden />
      {label}
      {waiting && <WaitingBadge />}
    </Link>
  );
}

interface GroupProps extends Pick<EntryProps, 'onFollow'> {
  group: MenuGroup;
  current: string | undefined;
}

/** Rarely used pages behind one entry; open on those pages. */
function Group({ group: { label, icon: Icon, pages }, current, onFollow }: GroupProps) {
  const list = useRef<HTMLUListElement>(null);

  // The group may be taller than a low window.
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, []);

  return (
    <details className={styles.group} open={pages.some(({ to }) => to === current) || undefined}>
      <summary className={styles.entry}>
        <Icon size={20} stroke={1.75} aria-hidden />
        {label}
      </summary>
      <ul ref={list}>
        {pages.map((page) => (
          <li key={page.to}>
            <NavLink to={page.to} className={styles.entry} onClick={onFollow}>
              {page.label}
            </NavLink>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** How many payments wait for staff; nothing when none does. */
export function WaitingBadge() {
  const waiting = sumOf(useToDo());
  if (waiting === 0) return null;
  return (
    <>
      <span className={styles.badge} data-waiting aria-hidden>
        {waiting > 99 ? '99+' : waiting}
      </span>
      <span className={hidden.hidden}>{waiting} esperando</span>
    </>
  );
}
