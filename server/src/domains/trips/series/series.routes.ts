import { seriesRoutes } from '@passeio/contract/trips/series-changes';
import type { App } from '../../../deps.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { handle } from '../../../platform/http/handle.ts';
import { runIdempotent } from '../../../platform/http/idempotency.ts';
import type { TripFollower } from '../trip/trip-follower.ts';
import {
  applySeriesChanges,
  listSeriesChanges,
  previewSeriesChange,
  readSeriesChange,
  startSeriesChange,
  startUndoing,
} from './series-changes.ts';

export async function seriesChangeRoutes(app: App, { follower }: { follower: TripFollower }): Promise<void> {
  const { db, storage, jobs } = app.deps;
  const deps = { db, storage, jobs, follower };
  const apply = async (seriesId: string, id: string) => {
    await applySeriesChanges(deps, seriesId);
    return readSeriesChange(db, seriesId, id);
  };

  handle(app, seriesRoutes.preview, ({ params, body }) => previewSeriesChange(deps, params.seriesId, body));
  handle(
    app,
    seriesRoutes.change,
    async ({ actor, params: { seriesId }, body, request, reply }) => {
      const { statusCode, body: started } = await runIdempotent(db, request, 201, async (trx) => ({
        id: await startSeriesChange(trx, actor, seriesId, body),
      }));
      if (!('id' in started)) return reply.status(statusCode).send(started);
      return apply(seriesId, String(started.id));
    },
    { runsOnce: true },
  );
  handle(app, seriesRoutes.list, ({ params }) => listSeriesChanges(db, params.seriesId));
  handle(app, seriesRoutes.undo, async ({ actor, params }) =>
    apply(params.seriesId, await inTransaction(db, (trx) => startUndoing(trx, actor, params))),
  );
}
