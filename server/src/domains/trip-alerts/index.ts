export { findAlert } from './trip-alerts.queries.ts';
export { deleteOldAlerts, makeAlertLink, sendAlerts } from './trip-alerts.ts';
