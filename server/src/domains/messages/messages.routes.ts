import { messageRoutes, wordingRoutes } from '@passeio/contract/messages/message-routes';
import type { App } from '../../deps.ts';
import { handle } from '../../platform/http/handle.ts';
import { listReservationEmails, readEmailLog } from './email-log.ts';
import { discardEmail, listFailedEmails, retryEmails, retryReservationEmail } from './failed-emails.ts';
import type { ReadEmail } from './queued-email.ts';
import { changeWording, readWordings, resetWording } from './wordings.ts';

/** E-mails and what became of them, and the operator's own wordings of messages. */
export async function messagesRoutes(app: App, { readEmail }: { readEmail: ReadEmail }): Promise<void> {
  const { db, jobs } = app.deps;
  const deps = { db, jobs, readEmail };

  handle(app, messageRoutes.list, ({ query }) => readEmailLog(deps, query.from));
  handle(app, messageRoutes.listOfReservation, ({ params }) => listReservationEmails(deps, params.reservationId));
  handle(app, messageRoutes.retryOfReservation, ({ actor, params }) => retryReservationEmail(deps, actor, params));
  handle(app, messageRoutes.listFailed, () => listFailedEmails(deps));
  handle(app, messageRoutes.retryFailed, ({ actor, body }) => retryEmails(deps, actor, body.ids));
  handle(app, messageRoutes.discardFailed, ({ actor, params }) => discardEmail(deps, actor, params.emailId));

  handle(app, wordingRoutes.listWordings, () => readWordings(db));
  handle(app, wordingRoutes.changeWording, ({ actor, params, body }) => changeWording(db, actor, params.key, body));
  handle(app, wordingRoutes.resetWording, ({ actor, params }) => resetWording(db, actor, params.key));
}
