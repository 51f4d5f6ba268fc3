import { attendanceWords, type DepartedTrip } from '@passeio/contract/payments/trip-closing';
import { Link } from 'react-router';
import { formatMoment, formatShortDate } from '~/lib/formats';
import { useSettings } from '~/lib/settings';
import { tripPaths } from '~/lib/trip-paths';
import { StatusBadge } from '~/ui/feedback/status-badge';
import styles from '../closing/closing.module.css';

/** The trips that departed last: who travelled, and whether their accounts are closed. */
export function DepartedList({ trips }: { trips: DepartedTrip[] }) {
  const { timeZone } = useSettings();
  if (trips.length === 0) return null;
  return (
    <section aria-labelledby="sairam" className={styles.below}>
      <h2 id="sairam" className={styles.title}>
        Já saíram
      </h2>
      <ul className={styles.list}>
        {trips.map(({ id, title, date, returnDate, people, closedAt }) => (
          <li key={id}>
            <span>
              <Link to={tripPaths.closing(id)} className={styles.name} aria-label={`Fechamento: ${title}`}>
                {title}
              </Link>
              <span className={styles.detail}>
                {formatShortDate(date, timeZone)} · {attendanceWords(people)}
              </span>
              {closedAt && <span className={styles.detail}>Contas fechadas em {formatMoment(closedAt, timeZone)}</span>}
              <span className={styles.badge}>
                {Date.parse(returnDate) > Date.now() ? (
                  <StatusBadge color="good">Em viagem</StatusBadge>
                ) : (
                  !closedAt && <StatusBadge color="waiting">Contas a fechar</StatusBadge>
                )}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
