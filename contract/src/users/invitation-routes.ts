import { route, staff } from '../route.ts';
import { z } from '../zod.ts';
import { invitation, invitationAcceptance, invitationRequest, newInvitation } from './invitations.ts';
import { ownProfile } from './users.ts';

export const invitationRoutes = {
  invite: route('POST', '/users/:userId/invitation', {
    access: staff,
    summary: 'Make an invitation for somebody without an account; an older one ends',
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
