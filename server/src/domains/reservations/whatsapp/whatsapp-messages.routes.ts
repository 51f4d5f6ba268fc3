import { messageRoutes } from '@passeio/contract/messages/message-routes';
import type { App } from '../../../deps.ts';
import { handle, handleWrite } from '../../../platform/http/handle.ts';
import { openTripMessages, recordChat, undoChat } from './whatsapp-messages.ts';

export async function whatsAppMessagesRoutes(app: App): Promise<void> {
  const { db } = app.deps;
  const changes = 'nothing';

  handle(app, messageRoutes.listChats, ({ actor, params }) => openTripMessages(db, actor, params.tripId));
  handleWrite(
    app,
    messageRoutes.recordChat,
    ({ trx, actor, params, body }) => recordChat(trx, actor, params.reservationId, body),
    { changes },
  );
  handleWrite(
    app,
    messageRoutes.undoChat,
    ({ trx, actor, params }) => undoChat(trx, actor, params.reservationId, params.messageId),
    { changes },
  );
}
