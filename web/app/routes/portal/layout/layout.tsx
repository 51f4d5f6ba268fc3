import type { Trip } from '@passeio/contract/trips/trips';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Outlet, useLocation, useNavigation } from 'react-router';
import { Footer } from './footer';
import { Header } from './header';
import styles from './layout.module.css';
import oldPageStyles from './old-page.module.css';

// As the server marks what it could not compare with the database (server/src/platform/pages/cached-response.ts).
const OLD = 'old';

/** Says that a page may be outdated, while the server has only its cache to answer from. */
function OldPage() {
  return useOldPage() ? (
    <p className={oldPageStyles.notice} role="status">
      O sistema está fora do ar por um instante. Vagas e preços desta página podem estar desatualizados.
    </p>
  ) : null;
}

/** Whether the last page, or data of one, that the server sent may be old. */
function useOldPage(): boolean {
  const [isOld, setOld] = useState(false);
  useEffect(() => {
    const observer = new PerformanceObserver((list) => {
      const last = list.getEntries().filter(isPage).at(-1);
      if (last) setOld(last.serverTiming.some(({ name }) => name === OLD));
    });
    observer.observe({ type: 'navigation', buffered: true });
    observer.observe({ type: 'resource', buffered: true });
    return () => observer.disconnect();
  }, []);
  return isOld;
}

function isPage(entry: PerformanceEntry): entry is PerformanceResourceTiming {
  // An error says nothing of what is shown.
  if (!(entry instanceof PerformanceResourceTiming) || entry.responseStatus >= 400) return false;
  return entry.entryType === 'navigation' || new URL(entry.name).pathname.endsWith('.data');
}

// Loaded with the schedule, which opens it.
const loadDialog = () => import('./chosen-trip');
const ChosenTrip = lazy(async () => ({ default: (await loadDialog()).ChosenTrip }));

export default function PortalLayout() {
  const [chosen, setChosen] = useState<Trip | null>(null);
  const main = useRef<HTMLElement>(null);
  const isWaiting = useNavigation().state !== 'idle';
  useFocusOnNewPage(main);

  return (
    <div className={styles.portal}>
      <a href="#conteudo" className={styles.skip}>
        Ir para o conteúdo
      </a>
      <div className={styles.waiting} data-waiting={isWaiting || undefined} />
      <Header onOpenSchedule={prepareDialog} onChoose={setChosen} />
      <main id="conteudo" ref={main} tabIndex={-1} className={styles.main} aria-busy={isWaiting}>
        <OldPage />
        <Outlet />
      </main>
      <Footer />
      {chosen && (
        <Suspense>
          <ChosenTrip key={chosen.id} trip={chosen} onClose={() => setChosen(null)} />
        </Suspense>
      )}
    </div>
  );
}

function prepareDialog(): void {
  // A failed preload is reported when the dialog is opened.
  loadDialog().catch(() => {});
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
