// Reminders follow from a trip's departure: a row for each trip, kind and day (docs/decisions/0045).

export { instalmentMoments, instalmentStillDue, remindInstalments } from './remind-instalments.ts';
export { acknowledgementMoments, reminderMoments, reminderStillApplies } from './reminders.queries.ts';
export { balanceDue, dataDue, EVENING_HOURS } from './reminders.ts';
export { notifyNewReservations, sendReminders } from './send-reminders.ts';
