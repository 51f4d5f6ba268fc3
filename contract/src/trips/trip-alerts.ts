import { email, line, phone } from '../fields.ts';
import { route } from '../route.ts';
import { z } from '../zod.ts';

/** Days after which an address that was not confirmed, or got its e-mail, is erased; and a wait without a date. */
export const ALERT_DAYS = { unconfirmed: 7, sent: 30, waiting: 365 };

/** Body of POST trips/{id}/alerts. */
export const tripAlertDraft = z.strictObject({ name: line('Nome', { min: 2, max: 120 }), email });
export type TripAlertDraft = z.output<typeof tripAlertDraft>;

const tripAlertLink = z.strictObject({ token: z.string().max(100) });

/** `phone`: where the alert is to come by WhatsApp; without it, it is an e-mail. */
const tripAlertConfirmation = tripAlertLink.extend({ phone: phone.optional() });

/**
 * What the link of an e-mail is about. `waiting`: confirmed, and no date was published since. `phone`: the end of the
 * telephone that gets it by WhatsApp; empty: it is an e-mail. `offersWhatsApp`: it may come so.
 */
const tripAlert = z.object({
  title: z.string(),
  state: z.enum(['unconfirmed', 'waiting', 'sent']),
  phone: z.string().default(''),
  offersWhatsApp: z.boolean().default(false),
});
export type TripAlert = z.infer<typeof tripAlert>;

export const tripAlertRoutes = {
  ask: route('POST', '/trips/:tripId/alerts', {
    access: 'anyone',
    summary: 'Ask for one e-mail when the next date of a trip is published; the answer is the same whoever asks',
    body: tripAlertDraft,
    answer: z.object({}),
  }),
  read: route('POST', '/trip-alerts/link/read', {
    access: 'anyone',
    summary: 'What the link of an e-mail is about',
    body: tripAlertLink,
    answer: tripAlert,
  }),
  confirm: route('POST', '/trip-alerts/link/confirmation', {
    access: 'anyone',
    summary: 'Confirm the address by the link of its e-mail, and choose to get the alert by WhatsApp',
    body: tripAlertConfirmation,
    answer: tripAlert,
  }),
  remove: route('POST', '/trip-alerts/link/removal', {
    access: 'anyone',
    summary: 'Erase the address by the link of an e-mail',
    body: tripAlertLink,
    answer: z.object({}),
  }),
};
