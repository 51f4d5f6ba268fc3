import { announcementRoutes } from '@passeio/contract/messages/message-routes';
import type { App } from '../../deps.ts';
import { handle, handleWrite } from '../../platform/http/handle.ts';
import {
  announce,
  cancelAnnouncement,
  listAnnouncements,
  listRecipients,
  previewAnnouncement,
} from './announcements.ts';

const exampleDraft = {
  audience: 'payers',
  unpaid: false,
  missingData: false,
  boardingPointId: null,
  subject: 'O tempo em {passeio}',
  text: 'Saímos em {saida}, com sol. Leve protetor solar!',
};

/** Messages of staff to everybody of a departure. */
export async function announcementsRoutes(app: App): Promise<void> {
  const { db, jobs } = app.deps;

  handle(app, announcementRoutes.listAnnouncements, ({ params }) => listAnnouncements(db, params.tripId));
  handle(
    app,
    announcementRoutes.previewAnnouncement,
    ({ params, body }) => previewAnnouncement(db, params.tripId, body),
    { examples: { body: [exampleDraft] } },
  );
  handleWrite(
    app,
    announcementRoutes.announce,
    ({ trx, actor, params, body }) => announce(trx, actor, { jobs }, { tripId: params.tripId, order: body }),
    { examples: { body: [{ ...exampleDraft, sendAt: null, people: 38 }] } },
  );
  handleWrite(app, announcementRoutes.cancelAnnouncement, ({ trx, actor, params }) =>
    cancelAnnouncement(trx, actor, params),
  );
  handle(app, announcementRoutes.listRecipients, ({ actor, params }) => listRecipients(db, actor, params));
}
