import type { Trip } from '@passeio/contract/trips';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Outlet, useLocation, useNavigation } from 'react-router';
import { useReservationPath } from '~/features/reservations/joined-trips';
import { usePendingChoice } from '~/features/reservations/pending-choice';
import { loadTrips, useTrips } from '~/features/trips/trips-store';
import { useSettings } from '~/lib/settings';
import { useJoin } from '../shared/join';
import { Footer } from './footer';
import { Header } from './header';
import styles from './layout.module.css';

// Loaded with the schedule, which opens it.
const loadDialog = () => import('~/features/trips/trip-dialog');
const TripDialog = lazy(async () => ({ default: (await loadDialog()).TripDialog }));

export default function PortalLayout() {
  const { timeZone } = useSettings();
  const join = useJoin();
  const [chosen, setChosen] = useState<Trip | null>(null);
  // As last loaded: a refusal reloads it.
  const shown = useTrips(({ trips }) => trips.find(({ id }) => id === chosen?.id)) ?? chosen;
  const reservationPath = useReservationPath(chosen?.id);
  const pending = usePendingChoice(chosen?.id);
  const main = useRef<HTMLElement>(null);
  const isWaiting = useNavigation().state !== 'idle';
  useFocusOnNewPage(main);

  return (
    <div className={styles.portal}>
      <a href="#conteudo" className={styles.skip}>
        Ir para o conteúdo
      </a>
      <div className={styles.waiting} data-waiting={isWaiting || undefined} />
      <Header onOpenSchedule={prepareSchedule} onChoose={setChosen} />
      <main id="conteudo" ref={main} tabIndex={-1} className={styles.main} aria-busy={isWaiting}>
        <Outlet />
      </main>
      <Footer />
      {shown && (
        <Suspense>
          <TripDialog
            key={shown.id}
            trip={shown}
            timeZone={timeZone}
            join={join}
            reservationPath={reservationPath}
            pending={pending}
            onClose={() => setChosen(null)}
          />
        </Suspense>
      )}
    </div>
  );
}

function prepareSchedule(): void {
  void loadTrips();
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
