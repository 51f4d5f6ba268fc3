export { findAnnouncement } from './announcements.queries.ts';
export { sendAnnouncements } from './announcements.ts';
export { factsFor } from './recipients.ts';
