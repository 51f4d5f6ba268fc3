import { instant } from '../fields.ts';
import { z } from '../zod.ts';
import { signUpPayload } from './users.ts';

export const INVITATION_DAYS = 7;

/** Data that an account requires and a guest person may lack. */
export const invitationFields = ['rg', 'emitter', 'cpf', 'birthdate'] as const;
export type InvitationField = (typeof invitationFields)[number];

const token = z.string().regex(/^[\w-]{32}$/, 'Convite: use o link como ele chegou.');

/** A new invitation; its token is shown only once. */
export const newInvitation = z.object({ link: z.string(), expiresAt: instant });
export type NewInvitation = z.infer<typeof newInvitation>;

export const invitationRequest = z.strictObject({ token });

/** What the link's page shows: a first name, and the fields to fill in. */
export const invitation = z.object({ firstName: z.string(), missing: z.array(z.enum(invitationFields)) });
export type Invitation = z.infer<typeof invitation>;

/** Accepts an invitation with the current identity; data that staff knows already is ignored. */
export const invitationAcceptance = z.strictObject({
  token,
  ...signUpPayload.pick({ rg: true, emitter: true, cpf: true, birthdate: true }).partial().shape,
});
export type InvitationAcceptance = z.infer<typeof invitationAcceptance>;
