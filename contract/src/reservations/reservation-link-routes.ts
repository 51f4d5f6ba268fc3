import { acceptedText } from '../contracts/accepted-contract.ts';
import { couponCode } from '../discounts/coupon-field.ts';
import { email, id, line, phone, seenCents } from '../fields.ts';
import { everyRole, route, staff, staffWith } from '../route.ts';
import { z } from '../zod.ts';
import { emailProof } from './email-proof.ts';
import { linkRequestNames } from './link-requests.ts';
import { linkToken } from './participants.ts';
import { came, chosenExtras, party, reservation } from './reservations.ts';
import { chosenRooms } from './rooms.ts';

/** Days after the return for which links open their reservation. */
export const LINK_DAYS_AFTER_RETURN = 30;

/** The code of an e-mail, with or without spaces. */
export const emailCode = z
  .string()
  .max(20)
  .transform((code) => code.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Digite os 6 números do código.'));

/** What every route by the payer's link reads beside what its route reads, see {@link RouteByLink}. */
export const linkAccess = z.looseObject({
  token: linkToken,
  phoneDigits: z
    .string()
    .regex(/^\d{4}$/, 'Digite os 4 últimos números do celular.')
    .optional(),
  emailCode: emailCode.optional(),
});

/** Body of POST reservation-links/email-code. `email`: another one than that which waits for its code. */
const emailCodeRequest = linkAccess.extend({ email: email.optional() });
export type EmailCodeRequest = z.output<typeof emailCodeRequest>;

/** Body of POST reservation-links/requests, beside what the route `name` reads. */
const linkRequestDraft = linkAccess.extend({ name: z.enum(linkRequestNames) });

/** Body of POST reservations/{id}/link. `renew`: earlier links end. */
export const payerLinkDraft = z.strictObject({ renew: z.boolean().default(false) }).nullish();

/** The link's address; its token is only in this response. */
export const payerLink = z.object({ url: z.string() });

/**
 * Who reserves without an account. `emailProof`: of Google, for the e-mail in it, whatever `email` says. `byWhatsApp`:
 * they want messages there; left out, they have not said.
 */
export const guest = z.strictObject({
  name: line('Nome', { min: 2, max: 120 }),
  contact: phone,
  email: email.nullish(),
  emailProof: emailProof.optional(),
  byWhatsApp: z.literal(true).optional(),
});
export type Guest = z.output<typeof guest>;

/** Body of POST trips/{tripId}/guest-reservations; `totalCents`, `rooms` and `contract` as in an enrolment. */
export const guestReservation = z.strictObject({
  party,
  extras: chosenExtras.optional(),
  rooms: chosenRooms.optional(),
  coupon: couponCode.nullish(),
  ...came,
  totalCents: seenCents.optional(),
  boardingPointId: id.nullish(),
  acceptedPolicy: z.boolean().optional(),
  contract: acceptedText.optional(),
  guest,
});
export type GuestReservation = z.output<typeof guestReservation>;

/** The payer's link of a reservation, and reservations of people without an account. */
export const reservationLinkRoutes = {
  reserve: route('POST', '/trips/:tripId/guest-reservations', {
    access: 'anyone',
    summary: 'Reserve places without an account; answers the link with which they are paid and changed',
    body: guestReservation,
    answer: reservation.extend({ link: z.string() }),
    status: 201,
    once: true,
  }),
  adopt: route('POST', '/reservation-links/adoption', {
    access: everyRole,
    summary:
      'Make the caller the payer of a reservation without an account whose link they have and prove to be theirs',
    body: linkAccess,
    answer: z.object({ code: z.string() }),
  }),
  sendEmailCode: route('POST', '/reservation-links/email-code', {
    access: 'anyone',
    summary: 'Send another code to the e-mail of a payer without an account, or one to another e-mail',
    body: emailCodeRequest,
    answer: z.object({}),
  }),
  confirmEmail: route('POST', '/reservation-links/email', {
    access: 'anyone',
    summary: 'Confirm the e-mail by its code; who has it in an account becomes the payer',
    body: linkAccess.extend({ code: emailCode }),
    // Where the reservation became somebody else's, whom the code proves: their link. The former one has ended.
    answer: z.object({ link: z.string().optional() }),
  }),
  sendProofCode: route('POST', '/reservation-links/proof-code', {
    access: 'anyone',
    summary: "Send the payer's e-mail a code that proves who has a link that staff made",
    body: linkAccess,
    answer: z.object({ sentTo: z.string() }),
  }),
  request: route('POST', '/reservation-links/requests', {
    access: 'anyone',
    summary: 'Ask staff for what a link that staff made cannot prove; with the body of the route that it is',
    body: linkRequestDraft,
    answer: z.object({}),
    status: 201,
  }),
  create: route('POST', '/reservations/:reservationId/link', {
    access: staffWith('see_money'),
    summary: "Make another link of a reservation's payer",
    body: payerLinkDraft,
    answer: payerLink,
    status: 201,
  }),
  revoke: route('DELETE', '/reservations/:reservationId/link', {
    access: staff,
    summary: "End all links of a reservation's payer",
    answer: z.object({}),
  }),
};
