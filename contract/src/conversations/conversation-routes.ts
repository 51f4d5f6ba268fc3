import { admin, route, staff, staffWith } from '../route.ts';
import { z } from '../zod.ts';
import { chatSentenceDraft, chatSentenceList } from './chat-sentences.ts';
import {
  chatDraft,
  chatMessage,
  chatTyping,
  conversation,
  conversationChange,
  conversationFilters,
  conversationList,
  conversationThread,
  handTemplateList,
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
    summary: 'Answer: in free words within a day after the contact wrote, later by an approved template',
    body: chatDraft,
    answer: chatMessage,
    status: 201,
    once: true,
  }),
  listTemplates: route('GET', '/conversations/:conversationId/templates', {
    access: staffWith('answer_chats'),
    summary: 'The templates that can be sent now, filled',
    answer: handTemplateList,
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
  listSentences: route('GET', '/conversations/sentences', {
    access: admin,
    summary: 'Sentences that the operator taught the first answers',
    answer: chatSentenceList,
  }),
  addSentence: route('POST', '/conversations/sentences', {
    access: admin,
    summary: 'Teach the first answers a sentence',
    body: chatSentenceDraft,
    answer: chatSentenceList,
    status: 201,
    once: true,
  }),
  removeSentence: route('DELETE', '/conversations/sentences/:sentenceId', {
    access: admin,
    summary: 'Have the first answers forget a sentence',
    answer: chatSentenceList,
  }),
};
