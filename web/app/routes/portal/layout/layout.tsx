import type { Trip } from '@passeio/contract/trips/trips';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Outlet, useLocation, useNavigation } from 'react-router';
import { Footer } from './footer';
import { Header } from './header';
import styles from './layout.module.css';
import { OldPage } from './old-page';

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
