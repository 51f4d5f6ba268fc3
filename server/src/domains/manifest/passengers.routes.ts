import { finalManifestRoutes, passengerRoutes } from '@passeio/contract/boarding/passenger-routes';
import { tripRoomRoutes } from '@passeio/contract/boarding/trip-rooms';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../deps.ts';
import { Semaphore } from '../../platform/concurrency/semaphore.ts';
import { handle, handleWrite } from '../../platform/http/handle.ts';
import { type ExportedFile, sendFile } from '../../platform/http/send-file.ts';
import { exportPassengers, readSheet } from './export/export-passengers.ts';
import { exportFinalManifest, freezeFinalManifest, openFinalManifest } from './final-manifest/final-manifests.ts';
import { openPassengers } from './passengers/passengers.ts';
import { exportRooms } from './rooms/rooming-list.ts';
import { changeTripRoom, readTripRooms } from './rooms/trip-rooms.ts';

/** The passenger list on the screen, on paper and as a file, and in the versions of the final manifest. */
export async function passengersRoutes(app: App): Promise<void> {
  const { db } = app.deps;

  handle(app, passengerRoutes.list, ({ actor, params, query }) => openPassengers(db, actor, params.tripId, query));
  handle(app, passengerRoutes.readSheet, async ({ request, actor, params, query }) => {
    const sheet = await readSheet(db, actor, params.tripId, query);
    logExport(request, { format: 'print', columns: query.columns });
    return sheet;
  });
  handle(app, passengerRoutes.exportSheet, ({ request, reply, actor, params, query }) => {
    const { format, columns } = query;
    const make = () => exportPassengers(db, actor, params.tripId, query);
    return sendExport(request, reply, make, { format, columns });
  });

  handle(app, tripRoomRoutes.readRooms, ({ params }) => readTripRooms(db, params.tripId));
  handleWrite(app, tripRoomRoutes.changeRoom, ({ trx, actor, params, body }) =>
    changeTripRoom(trx, actor, params, body),
  );
  handle(app, tripRoomRoutes.exportRooms, ({ request, reply, actor, params, query }) =>
    sendExport(request, reply, () => exportRooms(db, actor, params.tripId, query), query),
  );

  handle(app, finalManifestRoutes.read, ({ actor, params }) => openFinalManifest(db, actor, params.tripId));
  handleWrite(app, finalManifestRoutes.freeze, ({ trx, actor, params, body }) =>
    freezeFinalManifest(trx, actor, params.tripId, body),
  );
  handle(app, finalManifestRoutes.exportVersion, ({ request, reply, actor, params, query }) => {
    const make = () => exportFinalManifest(db, actor, { ...params, ...query });
    return sendExport(request, reply, make, { ...query, version: params.version });
  });
}

// Exports are built in memory; the PDF of a full trip takes about 70 MB.
const exportSemaphore = new Semaphore({ permits: 2, maxQueued: 30, timeoutMs: 30_000 });

/** Makes a file when it is its turn, unless the client disconnected, and sends it. */
async function sendExport(
  request: FastifyRequest,
  reply: FastifyReply,
  make: () => Promise<ExportedFile>,
  facts: Record<string, unknown>,
): Promise<FastifyReply> {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const file = await exportSemaphore.run(make, gone.signal);
  logExport(request, facts);
  return sendFile(reply, file);
}

/** Logs that personal data leaves the system. */
function logExport(request: FastifyRequest, facts: Record<string, unknown>): void {
  const { tripId } = request.params as { tripId: string };
  request.log.info({ caller: request.caller?.id, address: request.ip, tripId, ...facts }, 'passenger list exported');
}
