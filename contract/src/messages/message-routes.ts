import { id } from '../fields.ts';
import { admin, route, staff } from '../route.ts';
import { z } from '../zod.ts';
import {
  announcementDraft,
  announcementList,
  announcementOrder,
  announcementPreview,
  announcementRecipients,
} from './announcements.ts';
import { MAX_TEMPLATE_KEY, ownWordings, wordingUpdate } from './message-templates.ts';
import { emailLog, emailRetries, failedEmailList, reservationEmailList } from './messages.ts';
import { tripWhatsAppMessages, whatsAppMessage, whatsAppMessageDraft } from './whatsapp-messages.ts';

export const messageRoutes = {
  list: route('GET', '/messages', {
    access: admin,
    summary: 'E-mails about reservations, the latest first; `from` is the `next` of the page before',
    query: z.object({ from: id.optional() }),
    answer: emailLog,
  }),
  listOfReservation: route('GET', '/reservations/:reservationId/messages', {
    access: staff,
    summary: 'E-mails about a reservation and what became of them, the latest first',
    answer: reservationEmailList,
  }),
  // Staff sends again what concerns its reservations; e-mails about accounts are administrators'.
  retryOfReservation: route('POST', '/reservations/:reservationId/messages/:emailId/retry', {
    access: staff,
    summary: 'Send an e-mail about a reservation again, with all its retries; answers the e-mails about it',
    answer: reservationEmailList,
  }),
  listFailed: route('GET', '/messages/failed', {
    access: admin,
    summary: 'E-mails that were given up after all retries, the latest first',
    answer: failedEmailList,
  }),
  retryFailed: route('POST', '/messages/failed/retries', {
    access: admin,
    summary: 'Send e-mails again, with all their retries; answers what is still given up',
    body: emailRetries,
    answer: failedEmailList,
  }),
  discardFailed: route('DELETE', '/messages/failed/:emailId', {
    access: admin,
    summary: 'Discard an e-mail that was given up; answers the others',
    answer: failedEmailList,
  }),

  listChats: route('GET', '/trips/:tripId/whatsapp-messages', {
    access: staff,
    summary: 'Who of a trip could be written to by WhatsApp, and who was',
    answer: tripWhatsAppMessages,
  }),
  recordChat: route('POST', '/reservations/:reservationId/whatsapp-messages', {
    access: staff,
    summary: 'Record that a chat was opened with a text about a reservation',
    body: whatsAppMessageDraft,
    answer: whatsAppMessage,
    status: 201,
    once: true,
  }),
  undoChat: route('DELETE', '/reservations/:reservationId/whatsapp-messages/:messageId', {
    access: staff,
    summary: 'Say that a text was not sent after all',
    answer: whatsAppMessage,
  }),
};

export const announcementRoutes = {
  listAnnouncements: route('GET', '/trips/:tripId/announcements', {
    access: staff,
    summary: 'What was written to everybody of a trip, or will be, the latest first',
    answer: announcementList,
  }),
  previewAnnouncement: route('POST', '/trips/:tripId/announcements/preview', {
    access: staff,
    summary: 'Whom an announcement would reach now, and how one of them would read it',
    body: announcementDraft,
    answer: announcementPreview,
  }),
  announce: route('POST', '/trips/:tripId/announcements', {
    access: staff,
    summary: 'Write to everybody of a trip, at once or at a time; refused if it would reach others than were counted',
    body: announcementOrder,
    answer: announcementList,
    status: 201,
    once: true,
  }),
  cancelAnnouncement: route('DELETE', '/trips/:tripId/announcements/:announcementId', {
    access: staff,
    summary: 'Cancel an announcement that is not sent yet; answers all of the trip',
    answer: announcementList,
  }),
  listRecipients: route('GET', '/trips/:tripId/announcements/:announcementId/recipients', {
    access: staff,
    summary: 'Whom an announcement is for, with the text that a WhatsApp chat opens with',
    answer: announcementRecipients,
  }),
};

const params = { key: z.string().max(MAX_TEMPLATE_KEY) };

export const wordingRoutes = {
  listWordings: route('GET', '/settings/messages', {
    access: staff,
    summary: "The operator's own wordings of messages; the others have the default",
    answer: ownWordings,
  }),
  changeWording: route('PUT', '/settings/messages/:key', {
    access: admin,
    summary: 'Change the wording of a message; refused when somebody else saved meanwhile; answers all own wordings',
    params,
    body: wordingUpdate,
    answer: ownWordings,
    largeBody: true,
  }),
  resetWording: route('DELETE', '/settings/messages/:key', {
    access: admin,
    summary: 'Give a message its default wording back; answers all own wordings',
    params,
    answer: ownWordings,
  }),
};
