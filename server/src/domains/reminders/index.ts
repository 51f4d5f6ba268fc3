export { reminderStillApplies } from './reminders.queries.ts';
export { balanceDue, dataDue, EVENING_HOURS } from './reminders.ts';
export { sendReminders, startReminding } from './send-reminders.ts';
