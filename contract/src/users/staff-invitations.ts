import { email, growing, id, instant, phone } from '../fields.ts';
import { permissionKeys } from '../permissions.ts';
import { admin, route } from '../route.ts';
import { z } from '../zod.ts';
import { ownProfile } from './own-profile.ts';
import { personChange, signUpPayload } from './users.ts';

export const STAFF_INVITATION_DAYS = 7;

/** How long staff for a day have access, from when they accept. */
export const STAFF_DAY_HOURS = 24;

/** Roles that somebody can be invited to. */
export const staffRoles = ['ADMIN', 'OPERATOR', 'GUIDE'] as const;
export type StaffRole = (typeof staffRoles)[number];

/**
 * Body of POST staff-invitations. With an e-mail the link is sent there and works for this address alone; without one
 * any holder of the link may use it. `permissions`: of an operator, null for all; the permission to refund needs
 * `refundLimitCents`, null for no limit, without which it is left out. `forDay`: the access ends by itself.
 */
export const staffInvitationDraft = z.strictObject({
  name: signUpPayload.shape.name,
  email: email.nullable(),
  role: z.enum(staffRoles, 'Escolha o perfil.'),
  permissions: z.array(z.enum(permissionKeys)).max(permissionKeys.length).nullable(),
  refundLimitCents: personChange.shape.refundLimitCents,
  forDay: z.boolean().default(false),
});
export type StaffInvitationDraft = z.output<typeof staffInvitationDraft>;

const staffInvitation = z.object({
  id,
  name: z.string(),
  email: z.string().nullable(),
  role: growing(staffRoles),
  forDay: z.boolean().default(false),
  expiresAt: instant,
});
export type StaffInvitation = z.infer<typeof staffInvitation>;

const staffInvitationList = z.object({ data: z.array(staffInvitation) });

/** `link` is shown once; null where it was sent by e-mail. */
const newStaffInvitation = staffInvitation.extend({ link: z.string().nullable() });
export type NewStaffInvitation = z.infer<typeof newStaffInvitation>;

const token = z.string().regex(/^[\w-]{32}$/, 'Convite: use o link como ele chegou.');

/** What the link's page shows. */
const openedStaffInvitation = staffInvitation.pick({ name: true, email: true, role: true });
export type OpenedStaffInvitation = z.infer<typeof openedStaffInvitation>;

const staffInvitationAcceptance = z.strictObject({ token, name: signUpPayload.shape.name, contact: phone });
export type StaffInvitationAcceptance = z.infer<typeof staffInvitationAcceptance>;

export const staffInvitationRoutes = {
  list: route('GET', '/staff-invitations', {
    access: admin,
    summary: 'Invitations of colleagues that were not accepted yet, the newest first',
    answer: staffInvitationList,
  }),
  create: route('POST', '/staff-invitations', {
    access: admin,
    summary: 'Invite a colleague by e-mail or by a link, which is shown once',
    body: staffInvitationDraft,
    answer: newStaffInvitation,
    status: 201,
    once: true,
  }),
  revoke: route('DELETE', '/staff-invitations/:invitationId', {
    access: admin,
    summary: 'End an invitation of a colleague; its link works no more',
    answer: staffInvitationList,
  }),
  read: route('POST', '/staff-invitations/read', {
    access: 'anyone',
    summary: 'Whom an invitation of a colleague is for',
    body: z.strictObject({ token }),
    answer: openedStaffInvitation,
  }),
  accept: route('POST', '/staff-invitations/accept', {
    access: 'identified',
    summary: 'Become staff with an invitation, after signing up at the identity provider',
    body: staffInvitationAcceptance,
    answer: ownProfile,
    status: 201,
  }),
};
