import { useLayoutEffect, useRef } from 'react';
import { Link } from 'react-router';
import styles from './trip-nav.module.css';
import { type TripPage, tripPages } from './trip-pages';

interface TripNavProps {
  tripId: string;
  current: TripPage;
  /** Closing and reviews come after the departure. */
  hasDeparted?: boolean;
}

const afterDeparture = new Set(['closing', 'reviews']);

/** Links between staff's pages about one trip; on a phone a row that scrolls sideways to the current page. */
export function TripNav({ tripId, current, hasDeparted = false }: TripNavProps) {
  const row = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    const link = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (row.current && link)
      row.current.scrollLeft = link.offsetLeft - (row.current.clientWidth - link.offsetWidth) / 2;
  }, []);
  const shown = Object.entries(tripPages).filter(([page]) => hasDeparted || !afterDeparture.has(page));
  return (
    <nav aria-label="Passeio" className={styles.nav}>
      <ul ref={row}>
        {shown.map(([page, { label, icon: Icon, path }]) => (
          <li key={page}>
            <Link to={path(tripId)} aria-current={page === current ? 'page' : undefined}>
              <Icon size={18} aria-hidden />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
