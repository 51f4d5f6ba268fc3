import { chatFacts } from '../chat-facts.ts';
import { id, instant } from '../fields.ts';
import { z } from '../zod.ts';
import { ANNOUNCEMENT, type WhatsAppTemplateKey, whatsAppTemplates } from './whatsapp-templates.ts';

const templateKeys = Object.keys(whatsAppTemplates) as [WhatsAppTemplateKey, ...WhatsAppTemplateKey[]];

/**
 * Body of POST reservations/{id}/whatsapp-messages: a chat was opened with this text. `tripId`: the trip that the text
 * names. `participantId`: who was written to, if not the payer. `announcementId`: with the text of which announcement.
 */
export const whatsAppMessageDraft = z.strictObject({
  templateKey: z.enum([...templateKeys, ANNOUNCEMENT]),
  tripId: id,
  participantId: id.optional(),
  announcementId: id.optional(),
});
export type WhatsAppMessageDraft = z.output<typeof whatsAppMessageDraft>;

/** A chat that staff opened with the text typed; whether it was sent, only WhatsApp knows. `by`: who opened it. */
export const whatsAppMessage = z.object({
  id,
  reservationId: id,
  templateKey: z.string(),
  participantId: id.nullable(),
  announcementId: id.nullable(),
  phone: z.string(),
  by: z.string(),
  openedAt: instant,
});
export type WhatsAppMessage = z.infer<typeof whatsAppMessage>;

/**
 * Response of GET trips/{id}/whatsapp-messages: the reservations of a trip that are not over, or have money to get
 * back, by payer; and the chats opened about it, the latest first, without those that staff says it did not send.
 */
export const tripWhatsAppMessages = z.object({
  trip: z.object({ id, title: z.string(), date: instant }),
  reservations: z.array(chatFacts),
  messages: z.array(whatsAppMessage),
});
export type TripWhatsAppMessages = z.infer<typeof tripWhatsAppMessages>;
