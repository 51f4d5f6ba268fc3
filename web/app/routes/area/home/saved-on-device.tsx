import { Box } from '@mantine/core';
import { plural } from '@passeio/contract/words';
import { Link } from 'react-router';
import { readSaved as readBoarding, type SavedBoarding } from '~/features/boarding/saved-boarding';
import { unsealAll } from '~/features/boarding/vault';
import { Panel } from '~/features/overview/panel';
import { readSavedLists, type SavedList } from '~/features/reservations/passengers/saved-lists';
import { OfflineNotice } from '~/features/session/offline-notice';
import { userCacheName } from '~/features/session/user-cache';
import { ownerId } from '~/features/session/user-store';
import { useFormats } from '~/lib/formats';
import { tripPaths } from '~/lib/trip-paths';
import styles from './home.module.css';

export interface SavedOnDevice {
  lists: SavedList[];
  boardings: SavedBoarding[];
}

/** What staff can read without the API: passenger lists and boardings on this device. Undefined if there are none. */
export async function readSaved(): Promise<SavedOnDevice | undefined> {
  const [lists, boardings] = await Promise.all([readSavedLists(), readStoredBoardings()]);
  return lists.length + boardings.length > 0 ? { lists, boardings } : undefined;
}

/**
 * The boarding lists that this browser has of the person who is signed in, by departure; none if they cannot be read.
 */
async function readStoredBoardings(): Promise<SavedBoarding[]> {
  const owner = ownerId();
  if (owner === null) return [];
  const stored = await unsealAll(userCacheName(owner)).catch(() => []);
  return stored
    .flatMap((one) => readBoarding(one) ?? [])
    .sort((a, b) => Date.parse(a.list.trip.date) - Date.parse(b.list.trip.date));
}

/** Offline: links to the boarding and passenger lists that this device has. */
export default function SavedLists({ lists, boardings }: SavedOnDevice) {
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
      <Link to={to} reloadDocument className={styles.saved}>
        <strong>{title}</strong>
        <small>
          {formatShortDate(date)} · {plural(people, 'pessoa')} · salva em {formatMoment(savedAt)}
        </small>
      </Link>
    </li>
  );
}
