import { Box } from '@mantine/core';
import { plural } from '@passeio/contract/words';
import { Link } from 'react-router';
import type { SavedBoarding } from '~/features/boarding/saved-boarding';
import { Panel } from '~/features/overview/panel';
import type { SavedList } from '~/features/reservations/passengers/saved-lists';
import { useFormats } from '~/lib/formats';
import { tripPaths } from '~/lib/trip-paths';
import { OfflineNotice } from '../page/offline-notice';
import styles from './saved-lists.module.css';

interface SavedListsProps {
  lists: SavedList[];
  boardings: SavedBoarding[];
}

/** Offline: links to the boarding and passenger lists that this device has. */
export function SavedLists({ lists, boardings }: SavedListsProps) {
  return (
    <>
      <OfflineNotice>
        <strong>Sem sinal.</strong> As listas que você abriu por último estão salvas neste aparelho.
      </OfflineNotice>
      {boardings.length > 0 && (
        <Panel title="Embarques salvos">
          <Box component="ul" mt={8}>
            {boardings.map(({ savedAt, list: { trip, people } }) => (
              <Saved
                key={trip.id}
                to={tripPaths.boarding(trip.id)}
                title={trip.title}
                date={trip.date}
                people={people.length}
                savedAt={savedAt}
              />
            ))}
          </Box>
        </Panel>
      )}
      {lists.length > 0 && (
        <Panel title="Listas salvas">
          <Box component="ul" mt={8}>
            {lists.map(({ savedAt, list: { trip, totals } }) => (
              <Saved
                key={trip.id}
                to={tripPaths.passengers(trip.id)}
                title={trip.title}
                date={trip.date}
                people={totals.going}
                savedAt={savedAt}
              />
            ))}
          </Box>
        </Panel>
      )}
    </>
  );
}

interface SavedProps {
  to: string;
  title: string;
  date: string;
  people: number;
  savedAt: string;
}

function Saved({ to, title, date, people, savedAt }: SavedProps) {
  const { formatMoment, formatShortDate } = useFormats();
  return (
    <li>
      {/* A document load: the service worker has cached the page's HTML shell. */}
      <Link to={to} reloadDocument className={styles.list}>
        <strong>{title}</strong>
        <span>
          {formatShortDate(date)} · {plural(people, 'pessoa')} · salva em {formatMoment(savedAt)}
        </span>
      </Link>
    </li>
  );
}
