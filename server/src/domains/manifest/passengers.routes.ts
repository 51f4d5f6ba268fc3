import { finalManifestRoutes } from '@passeio/contract/boarding/final-manifest-routes';
import { passengerRoutes } from '@passeio/contract/boarding/passenger-routes';
import type { App } from '../../deps.ts';
import { handle, handleWrite } from '../../platform/http/handle.ts';
import { exportPassengers, readSheet } from './export/export-passengers.ts';
import { exportLimit, logExport, sendExport } from './export/export-turns.ts';
import { exportFinalManifest } from './final-manifest/export-final-manifest.ts';
import { freezeFinalManifest, openFinalManifest } from './final-manifest/final-manifests.ts';
import { openPassengers } from './passengers/passengers.ts';

/** The passenger list on the screen, on paper and as a file, and in the versions of the final manifest. */
export async function passengersRoutes(app: App): Promise<void> {
  const { db } = app.deps;
  const limit = exportLimit(app);

  handle(app, passengerRoutes.list, ({ actor, params, query }) => openPassengers(db, actor, params.tripId, query));
  handle(
    app,
    passengerRoutes.readSheet,
    async ({ request, actor, params, query }) => {
      const sheet = await readSheet(db, actor, params.tripId, query);
      logExport(request, { format: 'print', columns: query.columns });
      return sheet;
    },
    { limit },
  );
  handle(
    app,
    passengerRoutes.exportSheet,
    ({ request, reply, actor, params, query }) => {
      const { format, columns } = query;
      const make = () => exportPassengers(db, actor, params.tripId, query);
      return sendExport(request, reply, make, { format, columns });
    },
    { limit },
  );

  handle(app, finalManifestRoutes.read, ({ actor, params }) => openFinalManifest(db, actor, params.tripId));
  handleWrite(
    app,
    finalManifestRoutes.freeze,
    ({ trx, actor, params, body }) => freezeFinalManifest(trx, actor, params.tripId, body),
    { changes: 'nothing' },
  );
  handle(
    app,
    finalManifestRoutes.exportVersion,
    ({ request, reply, actor, params, query: { format } }) => {
      const make = () => exportFinalManifest(db, actor, { ...params, format });
      return sendExport(request, reply, make, { format, version: params.version });
    },
    { limit },
  );
}
