import { conversationRoutes } from '@passeio/contract/conversations/conversation-routes';
import type { App } from '../../deps.ts';
import { handle, handleWrite } from '../../platform/http/handle.ts';
import { changeConversation, noteTyping, readConversations, readThread, sendMessage } from './conversations.ts';
import { addSentence, readSentences, removeSentence } from './first-answers/taught-sentences.ts';
import { sendMedia, useAsReceipt } from './media.ts';
import { listTemplates } from './templates-by-hand.ts';

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
  handle(app, conversationRoutes.listTemplates, async ({ caller, params }) => ({
    data: await listTemplates(db, app.deps, caller, params.conversationId),
  }));
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
  handle(app, conversationRoutes.listSentences, () => readSentences(db));
  handleWrite(app, conversationRoutes.addSentence, ({ trx, actor, body }) => addSentence(trx, actor, body), {
    examples: { body: [{ sentence: 'quanto tá?', reading: 'departures', seriesId: null }] },
  });
  handleWrite(app, conversationRoutes.removeSentence, ({ trx, actor, params }) =>
    removeSentence(trx, actor, params.sentenceId),
  );
}
