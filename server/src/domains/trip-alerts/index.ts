// Anybody may ask for an alert: nothing but a question is sent before its address is confirmed, then one e-mail, and
// the address is erased.

export { alertMoments, findAlert } from './trip-alerts.queries.ts';
export { deleteOldAlerts, makeAlertLink, sendAlerts } from './trip-alerts.ts';
