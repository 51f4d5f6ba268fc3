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
import { LinkRow, Row, Rows } from '~/ui/layout/rows';

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

/** The departures on which a guide or driver works. */
export default function GuidesWork({ boardings }: { boardings: GuideBoardings['data'] }) {
  const [unsent, setUnsent] = useState<Map<string, BoardingSync>>();
  useEffect(() => {
    void unsentCash().then(setUnsent);
  }, []);
  return (
    <Panel
      title="Suas saídas"
      lead={
        boardings.length === 0
          ? 'Nenhuma por enquanto. A equipe escala você nas saídas em que vai guiar ou dirigir.'
          : undefined
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
          {boardings.map((boarding) => (
            <Departure key={boarding.id} boarding={boarding} />
          ))}
        </Rows>
      )}
    </Panel>
  );
}

/** Guides open its boarding; drivers read when it leaves and returns. */
function Departure({ boarding }: { boarding: GuideBoardings['data'][number] }) {
  const { formatWeekdayAndNumericDate, formatTime, formatMoment } = useFormats();
  const { id, title, date, returnDate, opensAt, people, role } = boarding;
  const facts = (
    <span>
      <strong>{title}</strong>
      <Text component="span" display="block" c="dimmed">
        {formatWeekdayAndNumericDate(date)}, {formatTime(date)} · {plural(people, 'pessoa')}
      </Text>
      <Text component="span" display="block" c="dimmed">
        Volta {formatMoment(returnDate)}
      </Text>
    </span>
  );
  if (role === 'driver') {
    return (
      <Row>
        {facts}
        <Text variant="hint">Você dirige</Text>
      </Row>
    );
  }
  return (
    <LinkRow to={tripPaths.boarding(id)}>
      {facts}
      {Date.parse(opensAt) > Date.now() && <Text variant="hint">Abre {formatMoment(opensAt)}</Text>}
    </LinkRow>
  );
}
