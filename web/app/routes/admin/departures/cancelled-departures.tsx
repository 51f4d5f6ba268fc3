import { Title } from '@mantine/core';
import type { OpenCancellation } from '@passeio/contract/departures/departure-cancellations';
import { plural } from '@passeio/contract/words';
import { Link } from 'react-router';
import { formatCalendarDate, formatLongDate } from '~/lib/formats';
import { useSettings } from '~/lib/settings';
import { tripPaths } from '~/lib/trip-paths';
import styles from './departures.module.css';

/** Cancelled departures with what remains open of each; nothing without any. */
export function CancelledDepartures({ cancelled }: { cancelled: readonly OpenCancellation[] }) {
  const { timeZone } = useSettings();
  if (cancelled.length === 0) return null;
  return (
    <section aria-labelledby="canceladas" className={styles.cancelled}>
      <Title order={2} size="h3" id="canceladas">
        Canceladas
      </Title>
      <ul>
        {cancelled.map((departure) => (
          <li key={departure.id}>
            <Link to={tripPaths.cancellation(departure.id)}>{departure.title}</Link>
            <span>
              {formatLongDate(departure.date, timeZone)} · {openWords(departure)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function openWords({ open, isDone, chooseUntil }: OpenCancellation): string {
  if (!isDone) return 'as pessoas estão sendo avisadas';
  if (open === 0) return 'tudo resolvido';
  const until = formatCalendarDate(chooseUntil);
  return `${plural(open, 'reserva sem escolha', 'reservas sem escolha')}, até ${until}`;
}
