export { isReminderStillSo } from './reminders.queries.ts';
export { startReminding } from './send-reminders.ts';
