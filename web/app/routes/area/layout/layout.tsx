import { Box, Stack, Text } from '@mantine/core';
import { role as knownRole, roleLabels } from '@passeio/contract/roles';
import { IconChevronDown, IconLock, IconLogout, IconMenu2, IconSettings } from '@tabler/icons-react';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Link, type Location, Outlet, useLocation, useMatches, useNavigation } from 'react-router';
import { useFollowToDo } from '~/features/payments/to-do';
import { canOpen, isStaff } from '~/features/session/access';
import { FirstView } from '~/features/session/first-view';
import { guard } from '~/features/session/guard';
import { queryClient } from '~/features/session/queries';
import { useSessionStatus } from '~/features/session/session-status';
import { lockAndShow } from '~/features/session/sign-out';
import { OWN_DATA } from '~/features/session/user-cache';
import { type User, useUser } from '~/features/session/user-store';
import { whenLoaded } from '~/lib/when-loaded';
import { ConfirmDialog } from '~/ui/dialogs/confirm-dialog';
import { SlowNotice } from '~/ui/feedback/slow-notice';
import { Grid } from '~/ui/layout/grid';
import { Avatar } from '~/ui/media/avatar';
import hidden from '~/ui/text/visually-hidden.module.css';
import { MantineFrame } from '~/ui/theme/mantine-frame';
import styles from './layout.module.css';
import { currentPath, type MenuItem, shortcutsFor } from './menu';
import { SearchBox } from './search-box';
import { Sidebar, WaitingBadge } from './sidebar';
import sidebar from './sidebar.module.css';

export const clientMiddleware = [guard];

/** Loads nothing, but delays rendering until the guard has run. */
export function clientLoader() {
  return null;
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  const { hasFirstView } = (useMatches().at(-1)?.handle ?? {}) as { hasFirstView?: boolean };
  return (
    <MantineFrame>
      <AreaSkeleton>{hasFirstView && <FirstView />}</AreaSkeleton>
    </MantineFrame>
  );
}

export default function AreaLayout() {
  const main = useRef<HTMLElement>(null);
  const [menuOpen, setMenuOpen] = useState(false);
  const user = useUser((state) => state.user);
  const role = useSessionStatus() === 'signedIn' ? user.role : null;
  const shortcuts = shortcutsFor(role, user.permissions);
  const waiting = useNavigation().state !== 'idle';
  const { pathname } = useLocation();
  const isVisible = canOpen(pathname, role, user.permissions);
  const title = usePageTitle();
  useFocusOnNewPage(main);
  const reader = isVisible ? user.id : '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was loaded is for this reader alone
  useEffect(() => () => queryClient.clear(), [reader]);
  useFollowToDo(canOpen('/admin/pagamentos', role, user.permissions));
  useDeleteOverLists(isStaff(role));

  // Removes private content after a sign-out in any tab.
  if (!isVisible) {
    return (
      <MantineFrame>
        <AreaSkeleton />
      </MantineFrame>
    );
  }
  return (
    <MantineFrame>
      <QueryClientProvider client={queryClient}>
        <div className={styles.area} data-bottom-bar={shortcuts.length > 0 || undefined}>
          <a href="#conteudo" className={styles.skip}>
            Ir para o conteúdo
          </a>
          <Sidebar role={role} open={menuOpen} onClose={() => setMenuOpen(false)} />
          <div className={styles.column}>
            <div className={styles.waiting} data-waiting={waiting || undefined} />
            <TopBar title={title} user={role ? user : null} onMenu={() => setMenuOpen(true)} />
            <main id="conteudo" ref={main} tabIndex={-1} className={styles.main} aria-busy={waiting}>
              {waiting && <SlowNotice />}
              <Outlet />
            </main>
          </div>
          {shortcuts.length > 0 && <BottomBar shortcuts={shortcuts} onMore={() => setMenuOpen(true)} />}
        </div>
      </QueryClientProvider>
      <ConfirmDialog />
    </MantineFrame>
  );
}

/** The title shown in the top bar: the page's `handle.title`, which may depend on the URL. */
function usePageTitle(): ReactNode {
  const match = useMatches().at(-1);
  const location = useLocation();
  const { title = '' } = (match?.handle ?? {}) as { title?: string | ((params: object, at: Location) => string) };
  return typeof title === 'function' ? title(match?.params ?? {}, location) : title;
}

/** Moves the focus to the content after a navigation. */
function useFocusOnNewPage(main: { current: HTMLElement | null }): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname, main]);
}

interface BottomBarProps {
  shortcuts: readonly MenuItem[];
  onMore: () => void;
}

/** Phones: shortcuts to the most used pages, and the menu. */
function BottomBar({ shortcuts, onMore }: BottomBarProps) {
  const current = currentPath(shortcuts, useLocation().pathname);
  return (
    <nav aria-label="Atalhos" className={styles.bottom}>
      {shortcuts.map(({ label, to, icon: Icon, waiting }) => (
        <Link key={to} to={to} className={styles.item} aria-current={to === current ? 'page' : undefined}>
          <Icon size={22} stroke={1.75} aria-hidden />
          {label}
          {waiting && <WaitingBadge />}
        </Link>
      ))}
      <button type="button" className={styles.item} aria-haspopup="dialog" onClick={onMore}>
        <IconMenu2 size={22} stroke={1.75} aria-hidden />
        Mais
      </button>
    </nav>
  );
}

/** Skeleton of the area, rendered until the session is restored. */
function AreaSkeleton({ children }: { children?: ReactNode }) {
  return (
    <div className={styles.area}>
      <aside className={sidebar.sidebar} />
      <div className={styles.column}>
        <div className={styles.top} />
        {/* The server sends a frame without its styles: nobody reads anything in it. */}
        <main className={styles.main} aria-busy data-frame>
          <SlowNotice />
          {children}
          <PageSkeleton />
        </main>
      </div>
    </div>
  );
}

/** Skeleton of a loading page. */
function PageSkeleton() {
  return (
    <Stack gap={24} role="status">
      <span className={hidden.hidden}>Carregando...</span>
      <Box className={styles.bone} w="min(22rem, 70%)" h={32} />
      <Grid min="17rem" gap={1.25} aria-hidden>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((card) => (
          <Box key={card} className={styles.bone} h={256} />
        ))}
      </Grid>
    </Stack>
  );
}

interface TopBarProps {
  title: ReactNode;
  /** Null for visitors on /404. */
  user: User | null;
  onMenu: () => void;
}

export function TopBar({ title, user, onMenu }: TopBarProps) {
  return (
    <header className={styles.top}>
      <button type="button" className={styles.toggle} onClick={onMenu} aria-haspopup="dialog" aria-label="Abrir menu">
        <IconMenu2 aria-hidden />
      </button>
      <h1 className={styles.title}>{title}</h1>
      {user && isStaff(user.role) && <SearchBox />}
      {user && <AccountMenu user={user} />}
    </header>
  );
}

/** A native popover: closes on Esc and on a click outside. */
function AccountMenu({ user }: { user: User }) {
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();
  const close = () => menu.current?.hidePopover();
  return (
    <>
      <button type="button" className={styles.account} popoverTarget={id} aria-label={`${user.name}, menu da conta`}>
        <Avatar name={user.name} />
        <Text span className={styles.name} truncate maw={224} fz={15} fw={600}>
          {user.name}
        </Text>
        <IconChevronDown size={16} aria-hidden />
      </button>
      <div ref={menu} id={id} popover="auto" className={styles.menu}>
        <Text px={12} pt={8} pb={12} mb={8} c="dimmed" fz="sm" style={{ borderBottom: '1px solid var(--border)' }}>
          <Text
            component="strong"
            display="block"
            c="var(--text)"
            fz="md"
            fw={700}
            style={{ overflowWrap: 'anywhere' }}
          >
            {user.name}
          </Text>
          {roleLabelOf(user.role)}
        </Text>
        <Link to="/minhaconta" onClick={close}>
          <IconSettings size={20} stroke={1.75} aria-hidden />
          Configurações da conta
        </Link>
        <button type="button" onClick={lockAndShow}>
          <IconLock size={20} stroke={1.75} aria-hidden />
          Bloquear tela
        </button>
        <Link to="/auth/logout" onClick={close}>
          <IconLogout size={20} stroke={1.75} aria-hidden />
          Logout
        </Link>
      </div>
    </>
  );
}

function roleLabelOf(role: string): string {
  const known = knownRole.safeParse(role);
  return known.success ? roleLabels[known.data] : '';
}

/** Deletes boarding lists of trips that are back, whichever page of the area is opened. */
function useDeleteOverLists(isStaff: boolean): void {
  useEffect(() => {
    if (!isStaff) return undefined;
    return whenLoaded(async () => {
      const stored = (await globalThis.indexedDB?.databases?.()) ?? [];
      if (!stored.some(({ name }) => name?.startsWith(OWN_DATA))) return;
      const { deleteOverIn } = await import('~/features/boarding/vault');
      await deleteOverIn([OWN_DATA]).catch((error) => console.warn('Boarding lists not deleted', error));
    });
  }, [isStaff]);
}
