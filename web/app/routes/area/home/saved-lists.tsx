import { Box } from '@mantine/core';
import { Link } from 'react-router';
import { Panel } from '~/features/overview/panel';
import type { SavedList } from '~/features/reservations/passengers/saved-lists';
import { formatMoment, formatShortDate } from '~/lib/formats';
import { useSettings } from '~/lib/settings';
import { OfflineNotice } from '../page/offline-notice';
import styles from './saved-lists.module.css';

/** Without a network: the passenger lists that staff has opened on this device. */
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
              {/* Opened as a document: the frame of the page is what the browser has saved. */}
              <Link to={`/admin/passeios/${trip.id}/passageiros`} reloadDocument className={styles.list}>
                <strong>{trip.title}</strong>
                <span>
                  {formatShortDate(trip.date, timeZone)} · {totals.going === 1 ? '1 pessoa' : `${totals.going} pessoas`}{' '}
                  · salva em {formatMoment(savedAt, timeZone)}
                </span>
              </Link>
            </li>
          ))}
        </Box>
      </Panel>
    </>
  );
}
