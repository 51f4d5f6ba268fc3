// Messages by WhatsApp, sent and received by the operator's own number. A message is sent once: one whose outcome is
// unknown waits for its status, then for the e-mail in whose place it stands, or for the team (docs/whatsapp.md).
export { budgetMoments, isBudgetSpent, warnOfBudget } from './budget.ts';
export { openConversation } from './contacts.ts';
export { enqueueMessage, messageQueue, type QueuedMessage } from './enqueue-message.ts';
export { type FilledTemplate, fillTemplate, templateMessage } from './fill-template.ts';
export { followWish } from './follow-message.ts';
export { arrivalOf, receiveMessage, type StoredMessage } from './receive-message.ts';
export { isUnreachable } from './recipients.queries.ts';
export { deleteOldChats } from './retention.ts';
export { messageSender, unknownEnder, unknownQueue } from './send-message.ts';
export { emailTaker } from './take-email.ts';
export { listApproved } from './templates.queries.ts';
export { registerTemplates } from './templates.ts';
export { type QueuedReports, reportQueue, workReports } from './work-reports.ts';
