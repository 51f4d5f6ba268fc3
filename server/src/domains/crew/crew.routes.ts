import { crewRoutes } from '@passeio/contract/crew/crew-routes';
import type { App } from '../../deps.ts';
import { handle, handleWrite } from '../../platform/http/handle.ts';
import { archiveMember, changeMember, createMember, readCrew } from './members.ts';
import { changeTripCrew, readTripCrew } from './trip-crew.ts';

/** Guides and drivers, and the departures on which they work, for staff. */
export async function teamRoutes(app: App): Promise<void> {
  const { db } = app.deps;

  handle(app, crewRoutes.list, () => readCrew(db));
  handleWrite(app, crewRoutes.create, ({ trx, actor, body }) => createMember(trx, actor, body));
  handleWrite(app, crewRoutes.change, ({ trx, actor, params, body }) => changeMember(trx, actor, params.id, body));
  handleWrite(app, crewRoutes.archive, ({ trx, actor, params, body }) =>
    archiveMember(trx, actor, params.id, body.isArchived),
  );
  handle(app, crewRoutes.readOfTrip, ({ params }) => readTripCrew(db, params.tripId));
  handleWrite(app, crewRoutes.changeOfTrip, ({ trx, actor, params, body }) =>
    changeTripCrew(trx, actor, params.tripId, body),
  );
}
