import { Text } from '@mantine/core';
import { boardingRoutes } from '@passeio/contract/boarding/boarding-routes';
import type { GuideBoardings } from '@passeio/contract/boarding/trip-guides';
import { plural } from '@passeio/contract/words';
import { useEffect, useState } from 'react';
import { type BoardingSync, cashOnly } from '~/features/boarding/boarding-sync';
import { listsWithCash } from '~/features/boarding/outbox';
import { UnsentCash } from '~/features/boarding/unsent-cash';
import { Panel } from '~/features/overview/panel';
import { api } from '~/features/session/api';
import { userCacheName } from '~/features/session/user-cache';
import { ownerId } from '~/features/session/user-store';
import { useFormats } from '~/lib/formats';
import { tripPaths } from '~/lib/trip-paths';
import { LinkRow, Rows } from '~/ui/layout/rows';

export function readBoardings(signal: AbortSignal): Promise<GuideBoardings> {
  return api.call(boardingRoutes.listOwn, { signal, worksOffline: true });
}

/** What sends a guide's cash that did not go out where they board, or boarded. */
async function unsentCash(): Promise<Map<string, BoardingSync>> {
  const owner = ownerId() ?? '';
  const sync = (tripId: string) =>
    cashOnly({
      ...{ owner, database: userCacheName(owner), list: tripId },
      receive: (body) => api.call(boardingRoutes.recordDoorPayment, { params: { tripId }, body, toast: false }),
    });
  return new Map((await listsWithCash(owner)).map((tripId) => [tripId, sync(tripId)]));
}

/** The departures that a guide boards. */
export default function GuidesWork({ boardings }: { boardings: GuideBoardings['data'] }) {
  const { formatWeekdayAndNumericDate, formatTime, formatMoment } = useFormats();
  const [unsent, setUnsent] = useState<Map<string, BoardingSync>>();
  useEffect(() => {
    void unsentCash().then(setUnsent);
  }, []);
  return (
    <Panel
      title="Seus embarques"
      lead={
        boardings.length === 0 ? 'Nenhum por enquanto. A equipe marca você nas saídas em que vai guiar.' : undefined
      }
    >
      {[...(unsent ?? [])].map(([tripId, boarding]) => (
        <UnsentCash
          key={tripId}
          boarding={boarding}
          otherwise="Não foi possível enviar. Tentamos de novo em instantes."
        />
      ))}
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
