import { Text } from '@mantine/core';
import { boardingRoutes } from '@passeio/contract/boarding/boarding-routes';
import type { GuideBoardings } from '@passeio/contract/boarding/trip-guides';
import { plural } from '@passeio/contract/words';
import { Panel } from '~/features/overview/panel';
import { api } from '~/features/session/api';
import { useFormats } from '~/lib/formats';
import { tripPaths } from '~/lib/trip-paths';
import { LinkRow, Rows } from '~/ui/layout/rows';

export function readBoardings(signal: AbortSignal): Promise<GuideBoardings> {
  return api.call(boardingRoutes.listOwn, { signal, worksOffline: true });
}

/** The departures that a guide boards. */
export default function GuidesWork({ boardings }: { boardings: GuideBoardings['data'] }) {
  const { formatWeekdayAndNumericDate, formatTime, formatMoment } = useFormats();
  return (
    <Panel
      title="Seus embarques"
      lead={
        boardings.length === 0 ? 'Nenhum por enquanto. A equipe marca você nas saídas em que vai guiar.' : undefined
      }
    >
      {boardings.length > 0 && (
        <Rows plain>
          {boardings.map(({ id, title, date, opensAt, people }) => (
            <LinkRow key={id} to={tripPaths.boarding(id)}>
              <span>
                <strong>{title}</strong>
                <Text component="span" display="block" c="dimmed">
                  {formatWeekdayAndNumericDate(date)}, {formatTime(date)} · {plural(people, 'pessoa')}
                </Text>
              </span>
              {Date.parse(opensAt) > Date.now() && <Text variant="hint">Abre {formatMoment(opensAt)}</Text>}
            </LinkRow>
          ))}
        </Rows>
      )}
    </Panel>
  );
}
