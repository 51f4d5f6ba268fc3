import { email, id, instant } from '../fields.ts';
import { route } from '../route.ts';
import { z } from '../zod.ts';
import { linkToken } from './participants.ts';
import { emailCode, guest } from './reservation-link-routes.ts';
import { waitingListEntry, waitingListRequest } from './waiting-list.ts';

const waitingLink = z.strictObject({ token: linkToken });

/** Body of POST trips/{tripId}/guest-waiting-list. */
export const guestWaitingRequest = waitingListRequest.extend({ guest });
export type GuestWaitingRequest = z.output<typeof guestWaitingRequest>;

/**
 * A place in the line as its link shows it. `email`: where the offer is sent, masked; null: nowhere. `emailToConfirm`:
 * the one that waits for its code, masked.
 */
export const linkedWaiting = waitingListEntry.extend({
  email: z.string().nullable(),
  emailToConfirm: z.string().nullable(),
  offer: z.object({ code: z.string(), until: instant.nullable() }).nullable(),
});
export type LinkedWaiting = z.infer<typeof linkedWaiting>;

/** Waiting lists for people without an account, by a link. */
export const waitingLinkRoutes = {
  joinAsGuest: route('POST', '/trips/:tripId/guest-waiting-list', {
    access: 'anyone',
    summary: 'Wait for places of a full trip without an account; answers the link to the place in the line',
    body: guestWaitingRequest,
    answer: z.object({ id, link: z.string() }),
    status: 201,
    once: true,
  }),
  readByLink: route('POST', '/waiting-links/read', {
    access: 'anyone',
    summary: 'The place in the line that a link leads to',
    body: waitingLink,
    answer: linkedWaiting,
  }),
  leaveByLink: route('POST', '/waiting-links/removal', {
    access: 'anyone',
    summary: 'Leave the waiting list',
    body: waitingLink,
    answer: z.object({}),
  }),
  sendEmailCode: route('POST', '/waiting-links/email-code', {
    access: 'anyone',
    summary: 'Send a code to the e-mail that waits for one, or to another',
    body: waitingLink.extend({ email: email.optional() }),
    answer: z.object({}),
  }),
  confirmEmail: route('POST', '/waiting-links/email', {
    access: 'anyone',
    summary: 'Confirm the e-mail by its code; who has it already gets the place in the line',
    body: waitingLink.extend({ code: emailCode }),
    // Where the place became somebody else's, whom the code proves: their link. The former one has ended.
    answer: z.object({ link: z.string().optional() }),
  }),
  openOffer: route('POST', '/waiting-links/reservation', {
    access: 'anyone',
    summary: "The payer's link of the reservation that was offered",
    body: waitingLink,
    answer: z.object({ link: z.string() }),
  }),
};
