import { id, instant } from '../fields.ts';
import { route, staff } from '../route.ts';
import { z } from '../zod.ts';
import { ownProfile } from './own-profile.ts';
import { signUpPayload } from './users.ts';

export const INVITATION_DAYS = 7;

/** Data that an account requires and a guest person may lack. */
export const invitationFields = ['rg', 'emitter', 'cpf', 'birthdate'] as const;
export type InvitationField = (typeof invitationFields)[number];

const token = z.string().regex(/^[\w-]{32}$/, 'Convite: use o link como ele chegou.');

/** A new invitation; its token is shown only once. */
const newInvitation = z.object({ link: z.string(), expiresAt: instant });

const invitationRequest = z.strictObject({ token });

/** Body of POST users/{id}/invitation. `reservationId`: what the link opens of a person without an e-mail. */
const invitationDraft = z.strictObject({ reservationId: id.optional() }).nullish();

/** What the link's page shows: a first name, the masked e-mail that accepts it, and the fields to fill in. */
const invitation = z.object({
  firstName: z.string(),
  email: z.string().default(''),
  missing: z.array(z.enum(invitationFields)),
});
export type Invitation = z.infer<typeof invitation>;

/** Accepts an invitation with the current identity; data that staff knows already is ignored. */
const invitationAcceptance = z.strictObject({
  token,
  ...signUpPayload.pick({ rg: true, emitter: true, cpf: true, birthdate: true }).partial().shape,
});
export type InvitationAcceptance = z.infer<typeof invitationAcceptance>;

export const invitationRoutes = {
  invite: route('POST', '/users/:userId/invitation', {
    access: staff,
    summary:
      'Make an invitation for somebody without an account, whose e-mail accepts it; without one, a link of a reservation',
    body: invitationDraft,
    answer: newInvitation,
    status: 201,
  }),
  cancelInvitation: route('DELETE', '/users/:userId/invitation', {
    access: staff,
    summary: 'End the invitation of a person',
    answer: z.object({}),
  }),
  readInvitation: route('POST', '/invitations/read', {
    access: 'anyone',
    summary: 'Whom an invitation is for, by first name, and which data are missing',
    body: invitationRequest,
    answer: invitation,
  }),
  acceptInvitation: route('POST', '/invitations/accept', {
    access: 'identified',
    summary: 'Take over the person of an invitation, after signing up at the identity provider',
    body: invitationAcceptance,
    answer: ownProfile,
    status: 201,
  }),
};
