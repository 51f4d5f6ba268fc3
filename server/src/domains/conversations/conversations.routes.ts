import { conversationRoutes } from '@passeio/contract/conversations/conversation-routes';
import type { App } from '../../deps.ts';
import { handle, handleWrite } from '../../platform/http/handle.ts';
import { changeConversation, noteTyping, readConversations, readThread, sendMessage } from './conversations.ts';
import { sendMedia, useAsReceipt } from './media.ts';

/** Conversations by WhatsApp as staff reads and answers them. */
export async function conversationsRoutes(app: App): Promise<void> {
  const { db, config } = app.deps;
  const { publicUrl } = config;

  handle(app, conversationRoutes.list, ({ caller, query }) => readConversations(db, caller, query));
  handle(app, conversationRoutes.readMessages, ({ caller, params, query }) =>
    readThread(db, caller, params.conversationId, query.before),
  );
  handleWrite(app, conversationRoutes.send, ({ trx, actor, params, body }) =>
    sendMessage(trx, app.deps, actor, params.conversationId, body),
  );
  handleWrite(app, conversationRoutes.change, ({ trx, actor, params, body }) =>
    changeConversation(trx, actor, params.conversationId, body),
  );
  handle(app, conversationRoutes.type, ({ caller, params, body }) =>
    noteTyping(db, caller, params.conversationId, body.isTyping),
  );
  handle(app, conversationRoutes.readMedia, ({ params, reply }) => sendMedia(app.deps, params, reply));
  handle(app, conversationRoutes.useAsReceipt, async ({ actor, params }) => {
    await useAsReceipt({ ...app.deps, publicUrl }, actor, params);
    return {};
  });
}
