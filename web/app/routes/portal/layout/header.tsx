import type { Trip } from '@passeio/contract/trips/trips';
import {
  type ComponentProps,
  type ComponentType,
  type ReactNode,
  type ToggleEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Link, useLocation } from 'react-router';
import { useSignedIn } from '~/features/session/session-hint';
import { BrandMark, Emblem } from '~/features/settings/brand-mark';
import { explainFailure } from '~/lib/explain-failure';
import { useSettings } from '~/lib/settings';
import { Notice } from '~/ui/feedback/notice';
import { Button, buttonClass, Spinner } from '~/ui/inputs/button';
import { Icon } from '~/ui/media/icon';
import { PrefetchLink } from '~/ui/navigation/prefetch-link';
import pageStyles from '../shared/page.module.css';
import styles from './layout.module.css';
import type { Schedule } from './schedule';

const MENU = 'menu';
const SCHEDULE = 'agenda';

interface HeaderProps {
  onOpenSchedule: () => void;
  onChoose: (trip: Trip) => void;
}

/** Menu and schedule are native popovers, so that they work before hydration. */
export function Header({ onOpenSchedule, onChoose }: HeaderProps) {
  const brand = useSettings();
  const menu = usePopover();
  useClosedOnNewPage(menu);

  return (
    <header className={styles.header}>
      <div className={`${pageStyles.column} ${styles.bar}`}>
        <Link to="/" className={styles.brand}>
          {!brand.logo && <Emblem />}
          <BrandMark brand={brand} />
        </Link>
        <button
          type="button"
          className={styles.toggle}
          popoverTarget={MENU}
          aria-expanded={menu.isOpen}
          aria-controls={MENU}
          aria-label="Menu"
        >
          <Icon name={menu.isOpen ? 'close' : 'menu'} size={24} />
        </button>
        <nav
          id={MENU}
          ref={menu.ref}
          popover="auto"
          onToggle={menu.onToggle}
          className={styles.nav}
          aria-label="Principal"
        >
          <NavLink to="/">Home</NavLink>
          <ScheduleMenu
            onOpenSchedule={onOpenSchedule}
            onChoose={(trip) => {
              menu.close();
              onChoose(trip);
            }}
          />
          <NavLink to="/portal/contato">Contato</NavLink>
          <NavLink to="/portal/politicacancelamento">Política de cancelamento</NavLink>
          <AccountLink />
        </nav>
      </div>
    </header>
  );
}

function ScheduleMenu({ onOpenSchedule, onChoose }: HeaderProps) {
  const panel = usePopover(onOpenSchedule);
  useClosedOnNewPage(panel);

  return (
    <>
      <button
        type="button"
        className={styles.item}
        popoverTarget={SCHEDULE}
        aria-expanded={panel.isOpen}
        aria-controls={SCHEDULE}
      >
        Passeios
        <Icon name="down" size={18} />
      </button>
      <section
        id={SCHEDULE}
        ref={panel.ref}
        popover="auto"
        onToggle={panel.onToggle}
        className={styles.panel}
        aria-label="Agenda de passeios"
      >
        <div className={styles.panelBar}>
          <button
            type="button"
            className={styles.close}
            popoverTarget={SCHEDULE}
            popoverTargetAction="hide"
            aria-label="Fechar agenda"
          >
            <Icon name="left" />
            <Icon name="close" />
          </button>
          <PrefetchLink to="/portal/passeio" className={pageStyles.link}>
            Ver todos os passeios
            <Icon name="right" size={18} />
          </PrefetchLink>
        </div>
        <LazySchedule
          isOpen={panel.isOpen}
          onChoose={(trip) => {
            panel.close();
            onChoose(trip);
          }}
        />
      </section>
    </>
  );
}

/** Pages behind login have other stylesheets: a full page load opens them. */
function AccountLink() {
  const isSignedIn = useSignedIn();
  return (
    <a href={isSignedIn ? '/home' : '/auth/login'} className={buttonClass('primary', styles.account)}>
      {isSignedIn ? 'Minha Conta' : 'Entrar'}
    </a>
  );
}

// Not prefetched: rarely followed.
function NavLink({ to, children }: { to: string; children: ReactNode }) {
  const isHere = useLocation().pathname === to;
  return (
    <Link to={to} className={styles.item} aria-current={isHere ? 'page' : undefined}>
      {children}
    </Link>
  );
}

interface Popover {
  ref: { current: HTMLElement | null };
  isOpen: boolean;
  close: () => void;
  onToggle: (event: ToggleEvent) => void;
}

function usePopover(onOpen?: () => void): Popover {
  const ref = useRef<HTMLElement>(null);
  const [isOpen, setOpen] = useState(false);

  // It may have been opened before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once
  useEffect(() => {
    if (!ref.current?.matches(':popover-open')) return;
    setOpen(true);
    onOpen?.();
  }, []);

  function onToggle(event: ToggleEvent): void {
    // Ignores events bubbling from the nested schedule.
    if (event.target !== event.currentTarget) return;
    const opens = event.newState === 'open';
    setOpen(opens);
    if (opens) onOpen?.();
  }

  return { ref, isOpen, onToggle, close: () => ref.current?.hidePopover() };
}

function useClosedOnNewPage({ ref }: Popover): void {
  const { key } = useLocation();
  const shown = useRef(key);
  useEffect(() => {
    if (shown.current !== key && ref.current?.matches(':popover-open')) ref.current.hidePopover();
    shown.current = key;
  }, [key, ref]);
}

interface LazyScheduleProps {
  isOpen: boolean;
  onChoose: (trip: Trip) => void;
}

/** The schedule, whose code is loaded when it is opened first. */
function LazySchedule(props: LazyScheduleProps) {
  const { isOpen } = props;
  const [Loaded, setLoaded] = useState<ComponentType<ComponentProps<typeof Schedule>>>();
  const [failure, setFailure] = useState('');

  const load = useCallback(() => {
    setFailure('');
    // Both are loaded by the schedule when it fetches the trips; asked for now they come at the same time.
    for (const ahead of [import('~/features/session/api'), import('@passeio/contract/trips/trips')])
      ahead.catch(() => {});
    import('./schedule')
      .then(({ Schedule }) => setLoaded(() => Schedule))
      .catch((error) => setFailure(explainFailure(error)));
  }, []);
  useEffect(() => {
    if (isOpen) load();
  }, [isOpen, load]);

  const loading = (
    <p className={`${pageStyles.row} ${styles.loading}`} role="status">
      <Spinner />
      Carregando...
    </p>
  );
  if (Loaded) return <Loaded {...props} loading={loading} />;
  if (!failure) return loading;
  return (
    <Notice title="Não foi possível carregar os passeios" text={failure} alert>
      <Button onClick={load}>Tentar de novo</Button>
    </Notice>
  );
}
