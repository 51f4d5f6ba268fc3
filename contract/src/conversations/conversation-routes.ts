import { route, staff, staffWith } from '../route.ts';
import { z } from '../zod.ts';
import {
  chatDraft,
  chatMessage,
  chatTyping,
  conversation,
  conversationChange,
  conversationFilters,
  conversationList,
  conversationThread,
  threadQuery,
  typingColleague,
} from './conversations.ts';

const empty = z.object({});

export const conversationRoutes = {
  list: route('GET', '/conversations', {
    access: staff,
    summary: 'Conversations by WhatsApp, those that wait for an answer first; of a reservation',
    query: conversationFilters,
    answer: conversationList,
  }),
  readMessages: route('GET', '/conversations/:conversationId/messages', {
    access: staff,
    summary: 'A conversation with its messages, and what may be answered',
    query: threadQuery,
    answer: conversationThread,
  }),
  send: route('POST', '/conversations/:conversationId/messages', {
    access: staffWith('answer_chats'),
    summary: 'Answer, within a day after the contact wrote',
    body: chatDraft,
    answer: chatMessage,
    status: 201,
    once: true,
  }),
  change: route('PUT', '/conversations/:conversationId', {
    access: staffWith('answer_chats'),
    summary: 'Say of which reservation a conversation is, who answers it, and that it is closed',
    body: conversationChange,
    answer: conversation,
  }),
  type: route('PUT', '/conversations/:conversationId/typing', {
    access: staffWith('answer_chats'),
    summary: 'Say to colleagues for ten seconds that the caller is writing an answer',
    body: chatTyping,
    answer: typingColleague,
  }),
  readMedia: route('GET', '/conversations/:conversationId/media/:mediaId', {
    access: staffWith('answer_chats'),
    summary: 'The file of a message',
  }),
  useAsReceipt: route('POST', '/conversations/:conversationId/media/:mediaId/receipt', {
    access: staffWith('answer_chats'),
    summary: "Make a receipt of the conversation's reservation of a picture or PDF, for staff to approve",
    answer: empty,
  }),
};
