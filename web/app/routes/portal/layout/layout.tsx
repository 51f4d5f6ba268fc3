import type { Trip } from '@passeio/contract/trips/trips';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Link, Outlet, useLocation, useNavigation } from 'react-router';
import { isStored, REMEMBERED_KEY } from '~/features/session/remembered/stored-keys';
import { formatPlace, formatWebAddress, WHATSAPP_GREETING, whatsAppLink } from '~/lib/formats';
import { type Brand, useSettings } from '~/lib/settings';
import { buttonClass } from '~/ui/inputs/button';
import { Icon } from '~/ui/media/icon';
import { PrefetchLink } from '~/ui/navigation/prefetch-link';
import pageStyles from '../shared/page.module.css';
import { Header } from './header';
import styles from './layout.module.css';

// As the server marks what it could not compare with the database (server/src/platform/pages/cached-response.ts).
const OLD = 'old';

/** Says that a page may be outdated, while the server has only its cache to answer from. */
function OldPage() {
  return useOldPage() ? (
    <p className={styles.old} role="status">
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

const recordTouch = async () => (await import('~/features/session/remembered/touches')).recordTouch();

const RememberedReservations = lazy(() => import('./remembered-reservations'));

export default function PortalLayout() {
  const [chosen, setChosen] = useState<Trip | null>(null);
  const main = useRef<HTMLElement>(null);
  const isWaiting = useNavigation().state !== 'idle';
  useFocusOnNewPage(main);
  const [remembers, setRemembers] = useState(false);
  useEffect(() => {
    setRemembers(isStored(REMEMBERED_KEY));
    const { origin, search } = window.location;
    // Loaded only where a link or another site says how the visitor came.
    const isLed = document.referrer && !document.referrer.startsWith(origin);
    if (isLed || /[?&](utm_|v=)/.test(search)) recordTouch().catch(() => {});
  }, []);

  return (
    <div className={styles.portal}>
      <a href="#conteudo" className={buttonClass('primary', styles.skip)}>
        Ir para o conteúdo
      </a>
      <div className={styles.waiting} data-waiting={isWaiting || undefined} />
      <Header onOpenSchedule={prepareDialog} onChoose={setChosen} />
      <main id="conteudo" ref={main} tabIndex={-1} className={styles.main} aria-busy={isWaiting}>
        <OldPage />
        {remembers && (
          <Suspense>
            <RememberedReservations />
          </Suspense>
        )}
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

function Footer() {
  const settings = useSettings();
  return (
    <footer className={styles.footer}>
      <div className={pageStyles.column}>
        <div className={styles.columns}>
          <div>
            <p className={styles.name}>{settings.name}</p>
            {settings.tagline && <p className={styles.tagline}>{settings.tagline}</p>}
          </div>
          <Contacts settings={settings} />
          <Column title="Conheça">
            <PrefetchLink to="/portal/passeio">Todos os passeios</PrefetchLink>
            {/* Its page is one of those behind login, too large to be fetched beforehand. */}
            {settings.sellsGiftCards && <Link to="/portal/vale-presente">Vale-presente</Link>}
            <PrefetchLink to="/portal/contato">Contato</PrefetchLink>
            <PrefetchLink to="/portal/politicacancelamento">Política de cancelamento</PrefetchLink>
            <Link to="/portal/privacidade">Privacidade</Link>
          </Column>
        </div>
        <Legal settings={settings} />
      </div>
    </footer>
  );
}

/** The operator's data; empty ones are hidden. */
function Contacts({ settings }: { settings: Brand }) {
  const { whatsapp, phone, shown, socialUrl, socialLabel, openingHours } = settings;
  if (!whatsapp && !phone && !socialUrl && !openingHours) return null;
  return (
    <Column title="Fale com a gente">
      {whatsapp && (
        <a href={whatsAppLink(whatsapp, WHATSAPP_GREETING)} rel="noopener" target="_blank">
          <Icon name="chat" />
          WhatsApp {shown.whatsapp}
        </a>
      )}
      {phone && (
        <a href={`tel:${phone}`}>
          <Icon name="phone" />
          {shown.phone}
        </a>
      )}
      {socialUrl && (
        <a href={socialUrl} rel="noopener" target="_blank">
          <Icon name="share" />
          {socialLabel || formatWebAddress(socialUrl)}
        </a>
      )}
      {openingHours && (
        <p>
          <Icon name="clock" />
          {openingHours}
        </p>
      )}
    </Column>
  );
}

function Legal({ settings }: { settings: Brand }) {
  const { legalName, cnpj, shown, cadastur } = settings;
  const place = formatPlace(settings);
  if (!legalName && !cnpj && !cadastur && !place) return null;
  return (
    <p className={`${pageStyles.row} ${styles.legal}`}>
      {legalName && <span>{legalName}</span>}
      {cnpj && <span>CNPJ {shown.cnpj}</span>}
      {cadastur && <span>CADASTUR {cadastur}</span>}
      {place && <span>{place}</span>}
    </p>
  );
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.column}>
      <h2>{title}</h2>
      {children}
    </div>
  );
}
