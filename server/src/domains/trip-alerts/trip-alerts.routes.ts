import { tripAlertRoutes } from '@passeio/contract/trips/trip-alerts';
import type { App } from '../../deps.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { handle } from '../../platform/http/handle.ts';
import { askForAlert, confirmAlert, readAlert, removeAlert } from './trip-alerts.ts';

const exampleToken = 'q3Yk0ZfJm1vT8uWcXbN5aLr7PdGhE2sQ9iKoBtRyVwA';

/** E-mails about the next date of a trip: asked for by anybody, confirmed and ended by a link. */
export async function tripAlertsRoutes(app: App): Promise<void> {
  const { db, jobs } = app.deps;
  const ofLink = { examples: { body: [{ token: exampleToken }] } };

  handle(
    app,
    tripAlertRoutes.ask,
    ({ params, body }) => inTransaction(db, (trx) => askForAlert(trx, { jobs }, params.tripId, body)),
    { examples: { body: [{ name: 'Ana Prado', email: 'ana@exemplo.com.br' }] } },
  );
  handle(app, tripAlertRoutes.read, ({ body }) => readAlert(db, app.deps, body.token), ofLink);
  handle(
    app,
    tripAlertRoutes.confirm,
    ({ body }) => inTransaction(db, (trx) => confirmAlert(trx, app.deps, body)),
    ofLink,
  );
  handle(app, tripAlertRoutes.remove, ({ body }) => inTransaction(db, (trx) => removeAlert(trx, body.token)), ofLink);
}
