export { reminderStillApplies } from './reminders.queries.ts';
export { sendReminders, startReminding } from './send-reminders.ts';
