// Messages by WhatsApp, sent and received by the operator's own number. A message is sent once: one whose outcome is
// unknown waits for its status, then for the e-mail in whose place it stands, or for the team (docs/whatsapp.md).
export { openConversation } from './contacts.ts';
export { enqueueMessage, messageQueue, type OutgoingMessage } from './enqueue-message.ts';
export { OPEN_HOURS, receiveMessage, type StoredMessage } from './receive-message.ts';
