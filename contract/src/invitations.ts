import { instant } from './fields.ts';
import { signUpPayload } from './users.ts';
import { z } from './zod.ts';

export const INVITATION_DAYS = 7;

/** What an account needs and staff may not know of somebody whom they wrote down. */
export const invitationFields = ['rg', 'emitter', 'cpf', 'birthdate'] as const;
export type InvitationField = (typeof invitationFields)[number];

const token = z.string().regex(/^[\w-]{32}$/, 'Convite: use o link como ele chegou.');

/** A new invitation: its link is told this once. */
export const newInvitation = z.object({ link: z.string(), expiresAt: instant });
export type NewInvitation = z.infer<typeof newInvitation>;

export const invitationRequest = z.strictObject({ token });

/** What whoever holds the link is told: a first name, and which data are asked for. */
export const invitation = z.object({ firstName: z.string(), missing: z.array(z.enum(invitationFields)) });
export type Invitation = z.infer<typeof invitation>;

/** Accepts an invitation as the identity that is signed in; what staff knows already is not taken from here. */
export const invitationAcceptance = z.strictObject({
  token,
  ...signUpPayload.pick({ rg: true, emitter: true, cpf: true, birthdate: true }).partial().shape,
});
export type InvitationAcceptance = z.infer<typeof invitationAcceptance>;
