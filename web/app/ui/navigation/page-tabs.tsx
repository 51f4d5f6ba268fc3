import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import hidden from '../text/visually-hidden.module.css';
import styles from './page-tabs.module.css';
import sections from './section-nav.module.css';

interface PageTab {
  to: string;
  label: string;
  /** How much waits there. */
  count?: number;
}

/** Tabs that are pages of their own. */
export function PageTabs({ label, tabs }: { label: string; tabs: readonly PageTab[] }) {
  const { pathname } = useLocation();
  const strip = useRef<HTMLUListElement>(null);
  const counts = tabs.map(({ count }) => count).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another current tab, and counts move it
  useEffect(() => {
    const list = strip.current;
    const tab = list?.querySelector<HTMLElement>('[aria-current]');
    // Scrolls the strip only, not the page.
    if (list && tab) list.scrollTo({ left: tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2 });
  }, [pathname, counts]);
  return (
    <nav aria-label={label} className={styles.tabs}>
      <ul ref={strip} className={sections.strip}>
        {tabs.map(({ to, label: name, count = 0 }) => (
          <li key={to}>
            <Link to={to} className={styles.tab} aria-current={pathname.replace(/\/$/, '') === to ? 'page' : undefined}>
              {name}
              {count > 0 && (
                <>
                  <span className={styles.count} aria-hidden>
                    {count}
                  </span>
                  <span className={hidden.hidden}>{count} esperando</span>
                </>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
