export { reminderStillApplies } from './reminders.queries.ts';
export { balanceDue, dataDue, EVENING_HOURS } from './reminders.ts';
export { notifyNewReservations, sendReminders } from './send-reminders.ts';
