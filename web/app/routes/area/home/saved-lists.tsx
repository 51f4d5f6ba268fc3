import { Box } from '@mantine/core';
import { plural } from '@passeio/contract/words';
import { Link } from 'react-router';
import { Panel } from '~/features/overview/panel';
import type { SavedList } from '~/features/reservations/passengers/saved-lists';
import { formatMoment, formatShortDate } from '~/lib/formats';
import { useSettings } from '~/lib/settings';
import { OfflineNotice } from '../page/offline-notice';
import styles from './saved-lists.module.css';

/** Offline: links to the cached passenger lists. */
export function SavedLists({ lists }: { lists: SavedList[] }) {
  const { timeZone } = useSettings();
  return (
    <>
      <OfflineNotice>
        <strong>Sem sinal.</strong> As listas de passageiros que você abriu por último estão salvas neste aparelho.
      </OfflineNotice>
      <Panel title="Listas salvas">
        <Box component="ul" mt={8}>
          {lists.map(({ savedAt, list: { trip, totals } }) => (
            <li key={trip.id}>
              {/* A document load: the service worker has cached the page's HTML shell. */}
              <Link to={`/admin/passeios/${trip.id}/passageiros`} reloadDocument className={styles.list}>
                <strong>{trip.title}</strong>
                <span>
                  {formatShortDate(trip.date, timeZone)} · {plural(totals.going, 'pessoa')} · salva em{' '}
                  {formatMoment(savedAt, timeZone)}
                </span>
              </Link>
            </li>
          ))}
        </Box>
      </Panel>
    </>
  );
}
