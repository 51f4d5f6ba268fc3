import { tripAlertRoutes } from '@passeio/contract/trips/trip-alerts';
import type { App } from '../../deps.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { handle } from '../../platform/http/handle.ts';
import { limited } from '../../platform/http/rate-limits.ts';
import { askForAlert, confirmAlert, readAlert, removeAlert } from './trip-alerts.ts';

const HOUR_MS = 60 * 60_000;
const exampleToken = 'q3Yk0ZfJm1vT8uWcXbN5aLr7PdGhE2sQ9iKoBtRyVwA';

/** E-mails about the next date of a trip: asked for by anybody, confirmed and ended by a link. */
export async function tripAlertsRoutes(app: App): Promise<void> {
  const { db, jobs } = app.deps;
  const limit = limited(app, { name: 'trip-alert', max: 20, windowMs: HOUR_MS });
  const ofLink = {
    changes: 'nothing' as const,
    limit: limited(app, { name: 'trip-alert-link', max: 60, windowMs: 10 * 60_000 }),
    examples: { body: [{ token: exampleToken }] },
  };

  handle(
    app,
    tripAlertRoutes.ask,
    ({ params, body }) => inTransaction(db, (trx) => askForAlert(trx, { jobs }, params.tripId, body)),
    { changes: 'nothing', limit, examples: { body: [{ name: 'Ana Prado', email: 'ana@exemplo.com.br' }] } },
  );
  handle(app, tripAlertRoutes.read, ({ body }) => readAlert(db, body.token), ofLink);
  handle(app, tripAlertRoutes.confirm, ({ body }) => inTransaction(db, (trx) => confirmAlert(trx, body.token)), ofLink);
  handle(app, tripAlertRoutes.remove, ({ body }) => inTransaction(db, (trx) => removeAlert(trx, body.token)), ofLink);
}
