// Conversations by WhatsApp, which the team answers in its inbox. What contacts ask of departures is answered without a
// person where every word of it is understood (first-answers/); nothing here ever says that money came.
export { followMessage } from './follow-message.ts';
