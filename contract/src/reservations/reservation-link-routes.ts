import { email, id, line, phone } from '../fields.ts';
import { everyRole, route, staff } from '../route.ts';
import { z } from '../zod.ts';
import { linkToken } from './participants.ts';
import { party, reservation } from './reservations.ts';

/** What every twin for the payer's link reads beside what its route reads, see {@link LinkTwin}. */
export const linkAccess = z.looseObject({
  token: linkToken,
  phoneDigits: z
    .string()
    .regex(/^\d{4}$/, 'Digite os 4 últimos números do celular.')
    .optional(),
});

/** Body of POST reservations/{id}/link. `renew`: earlier links end. */
export const payerLinkDraft = z.strictObject({ renew: z.boolean().default(false) }).nullish();

/** The link's address; its token is only in this response. */
export const payerLink = z.object({ url: z.string() });

/** Who reserves without an account. */
export const guest = z.strictObject({
  name: line('Nome', { min: 2, max: 120 }),
  contact: phone,
  email: email.nullish(),
});
export type Guest = z.output<typeof guest>;

/** Body of POST trips/{tripId}/guest-reservations. */
export const guestReservation = z.strictObject({
  party,
  boardingPointId: id.nullish(),
  acceptedPolicy: z.boolean().optional(),
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
    summary: 'Make the caller the payer of a reservation without an account whose link and telephone they have',
    body: linkAccess,
    answer: z.object({ code: z.string() }),
  }),
  create: route('POST', '/reservations/:reservationId/link', {
    access: staff,
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
