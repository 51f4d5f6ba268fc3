// Announcements reach each person once, by e-mail; a send queue of WhatsApp has the others first. Whom they reach is
// read at sending.

export { announcementMoments, findAnnouncement } from './announcements.queries.ts';
export { sendAnnouncements } from './announcements.ts';
export { factsFor } from './recipients.ts';
