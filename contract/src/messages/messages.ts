import { growing, id, instant } from '../fields.ts';
import { z } from '../zod.ts';
import { whatsAppMessage } from './whatsapp-messages.ts';

/** Failed e-mails per list, and per retry call. */
export const FAILED_EMAILS_LISTED = 100;

/**
 * An e-mail whose retries are exhausted. `reason` is for people, `response` the last one of the mail server or the
 * connection error.
 */
export const failedEmail = z.object({
  id,
  to: z.string(),
  subject: z.string(),
  askedAt: instant,
  failedAt: instant,
  reason: z.string(),
  response: z.string(),
});
export type FailedEmail = z.infer<typeof failedEmail>;

/** The latest first; `total` counts all, listed or not. */
export const failedEmailList = z.object({ data: z.array(failedEmail), total: z.int() });
export type FailedEmailList = z.infer<typeof failedEmailList>;

export const emailRetries = z.strictObject({ ids: z.array(id).min(1).max(FAILED_EMAILS_LISTED) });
export type EmailRetries = z.infer<typeof emailRetries>;

/** What became of an e-mail. `needless`: its reason had gone before it was sent, for example because it was paid. */
export const emailStates = {
  queued: 'na fila',
  sent: 'enviada',
  failed: 'não saiu',
  needless: 'não foi preciso enviar',
  discarded: 'descartada',
  by_whatsapp: 'foi pelo WhatsApp',
} as const;
export type EmailState = keyof typeof emailStates;

/** Why an e-mail left although its payer wishes WhatsApp. */
export const notByChatReasons = ['template', 'budget', 'number', 'stopped', 'undelivered'] as const;
export type NotByChat = (typeof notByChatReasons)[number];

/** E-mails about reservations per page, and the most that are shown of one. */
export const EMAILS_LISTED = 50;

/**
 * An e-mail about a reservation. `settledAt`: when it reached its state; null while it is queued. `notByChat`: null
 * where WhatsApp was not wished, or has the message.
 */
export const reservationEmail = z.object({
  id,
  to: z.string(),
  subject: z.string(),
  state: growing(Object.keys(emailStates) as EmailState[]),
  createdAt: instant,
  settledAt: instant.nullable(),
  notByChat: growing(notByChatReasons).nullable().default(null),
});
export type ReservationEmail = z.infer<typeof reservationEmail>;

/** The latest first. `whatsApp`: the chats that staff opened. */
export const reservationEmailList = z.object({ data: z.array(reservationEmail), whatsApp: z.array(whatsAppMessage) });
export type ReservationEmailList = z.infer<typeof reservationEmailList>;

/** E-mails about all reservations, the latest first; `next` is where the next page begins, null on the last. */
export const emailLog = z.object({
  data: z.array(
    reservationEmail.extend({ reservation: z.object({ id, code: z.string(), tripId: id, tripTitle: z.string() }) }),
  ),
  next: id.nullable(),
});
export type EmailLog = z.infer<typeof emailLog>;
