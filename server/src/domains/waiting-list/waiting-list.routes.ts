import { waitingListRoutes as routes } from '@passeio/contract/reservations/waiting-list-routes';
import type { App } from '../../deps.ts';
import { handle, handleWrite } from '../../platform/http/handle.ts';
import {
  addToWaitingList,
  findOwnEntries,
  joinWaitingList,
  leaveWaitingList,
  moveInQueue,
  notifyJoined,
  previewCapacity,
  readOwnEntry,
  readTripWaitingList,
  removeFromQueue,
} from './waiting-list.ts';

/** The waiting list for clients and for staff. */
export async function waitingListRoutes(app: App): Promise<void> {
  const { db, jobs, config } = app.deps;

  handleWrite(app, routes.join, async ({ trx, actor, caller, identity: { emailConfirmed }, params, body }) => {
    const joined = await joinWaitingList(trx, actor, params.tripId, body, { emailConfirmed });
    await notifyJoined(trx, { jobs, publicUrl: config.publicUrl }, joined, caller.id);
    return joined;
  });
  handle(app, routes.readOwn, ({ caller, params }) => readOwnEntry(db, caller, params.tripId));
  handleWrite(app, routes.leave, ({ trx, actor, params }) => leaveWaitingList(trx, actor, params.tripId));
  handle(app, routes.listOwn, ({ caller }) => findOwnEntries(db, caller));

  handle(app, routes.list, ({ params, query }) => readTripWaitingList(db, params.tripId, query));
  handleWrite(app, routes.add, async ({ trx, actor, params, body }) => {
    const added = await addToWaitingList(trx, actor, params.tripId, body);
    await notifyJoined(trx, { jobs, publicUrl: config.publicUrl }, added, added.person.id);
    return added;
  });
  handle(app, routes.previewCapacity, ({ params, query }) => previewCapacity(db, params.tripId, query.capacity));
  handleWrite(app, routes.move, ({ trx, actor, params, body }) => moveInQueue(trx, actor, params, body.position));
  handleWrite(app, routes.remove, ({ trx, actor, params }) => removeFromQueue(trx, actor, params));
}
