import { firstAccessRoutes } from '@passeio/contract/users/first-access';
import { invitationRoutes } from '@passeio/contract/users/invitations';
import { ownProfileRoutes } from '@passeio/contract/users/own-profile';
import { staffInvitationRoutes } from '@passeio/contract/users/staff-invitations';
import { userRoutes } from '@passeio/contract/users/user-routes';
import type { UserSession } from '@passeio/contract/users/users';
import type { FastifyRequest } from 'fastify';
import type { App } from '../../deps.ts';
import { deviceOf } from '../../platform/audit/audit.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/http/errors.ts';
import { type Call, handle, handleWrite } from '../../platform/http/handle.ts';
import { logSecurityEvent } from '../../platform/process/logging.ts';
import type { IdentityProvider, IdentitySession, VerifiedIdentity } from '../../ports/identity/port.ts';
import { type AccessChange, changePerson, removeTwoFactor } from './change-person.ts';
import { checkFirstAccessCode, createFirstAdministrator } from './first-access.ts';
import { acceptInvitation, cancelInvitation, invite, type LinkOfReservation, readInvitation } from './invitations.ts';
import { findPeople, openPerson, showDocuments } from './people.ts';
import {
  acceptStaffInvitation,
  inviteStaff,
  listStaffInvitations,
  readStaffInvitation,
  revokeStaffInvitation,
} from './staff-invitations.ts';
import { changeProfile, createProfile, maySignUp, readProfile } from './users.ts';

/** The caller's own profile and sessions, signing up, and people for administrators. */
export async function usersRoutes(app: App): Promise<void> {
  const { db, identity: provider } = app.deps;

  handle(app, ownProfileRoutes.readMe, ({ identity, request }) => readProfile(db, identity, request.caller));
  const changeMe = ({ actor, identity, body }: Call<typeof userRoutes.changeMe>) =>
    changeProfile(db, actor, identity, body);
  handle(app, userRoutes.changeMe, changeMe);
  handle(app, userRoutes.changeMeByPost, changeMe);
  handle(app, userRoutes.validate, ({ body }) => maySignUp(db, body));
  handle(app, userRoutes.signUp, ({ actor, identity, body }) => createProfile(db, actor, identity, body));

  handle(app, userRoutes.listSessions, ({ identity }) => findSessions(provider, identity));
  handle(app, userRoutes.endSession, async ({ identity, params }) => {
    if (!(await provider.endSession(identity, params.sessionId))) throw new AppError('SESSION_NOT_FOUND');
    return findSessions(provider, identity);
  });

  handle(app, userRoutes.list, ({ caller, query }) => findPeople(db, caller, query));
  handle(app, userRoutes.read, ({ actor, params }) => openPerson(db, provider, actor, params.userId));
  handleWrite(app, userRoutes.showDocuments, ({ trx, actor, params }) => showDocuments(trx, actor, params.userId));
  handle(app, userRoutes.removeTwoFactor, async ({ actor, params, request }) => {
    await removeTwoFactor(db, provider, actor, params.userId);
    logSecurityEvent(request, 'second step removed', { person: params.userId });
  });
  handle(app, userRoutes.change, async ({ actor, body, request }) => {
    const { person, access } = await changePerson(db, provider, actor, body);
    logAccessChange(request, person.id, access);
    return person;
  });
}

/** Links by which people whom staff entered create their account. */
export async function invitationsRoutes(app: App, { linkOf }: { linkOf: LinkOfReservation }): Promise<void> {
  const { db, config } = app.deps;

  handle(app, invitationRoutes.invite, async ({ actor, params, body, request }) => {
    const deps = { publicUrl: config.publicUrl, linkOf };
    const of = { personId: params.userId, reservationId: body?.reservationId };
    const { link, expiresAt } = await inTransaction(db, (trx) => invite(trx, actor, deps, of));
    logSecurityEvent(request, 'person invited', { person: params.userId });
    return { link, expiresAt: expiresAt.toISOString() };
  });
  handle(app, invitationRoutes.cancelInvitation, ({ actor, params }) => cancelInvitation(db, actor, params.userId));
  handle(app, invitationRoutes.readInvitation, ({ body }) => readInvitation(db, body.token));
  handle(app, invitationRoutes.acceptInvitation, async ({ actor, identity, body, request }) => {
    const profile = await acceptInvitation(db, actor, identity, body);
    logSecurityEvent(request, 'invitation accepted', { person: profile.id });
    return profile;
  });
}

/** Invitations of colleagues. */
export async function staffInvitationsRoutes(app: App): Promise<void> {
  const { db, jobs, config } = app.deps;
  const { publicUrl } = config;

  handle(app, staffInvitationRoutes.list, () => listStaffInvitations(db));
  handleWrite(app, staffInvitationRoutes.create, ({ trx, actor, body }) =>
    inviteStaff(trx, actor, { jobs, publicUrl }, body),
  );
  handleWrite(app, staffInvitationRoutes.revoke, ({ trx, actor, params }) =>
    revokeStaffInvitation(trx, actor, params.invitationId),
  );
  handle(app, staffInvitationRoutes.read, ({ body }) => readStaffInvitation(db, body.token));
  handle(app, staffInvitationRoutes.accept, async ({ actor, identity, body, request }) => {
    const profile = await acceptStaffInvitation(db, actor, identity, body);
    logSecurityEvent(request, 'staff invitation accepted', { person: profile.id, role: profile.role });
    return profile;
  });
}

/** How the first administrator is made in the browser. */
export async function administratorsRoutes(app: App): Promise<void> {
  const { db } = app.deps;

  handle(app, firstAccessRoutes.checkCode, ({ body }) => checkFirstAccessCode(db, body.code));
  handle(app, firstAccessRoutes.createAdministrator, async ({ actor, identity, body, request }) => {
    const profile = await createFirstAdministrator(db, actor, identity, body);
    logSecurityEvent(request, 'first administrator made', { person: profile.id });
    return profile;
  });
}

function logAccessChange(request: FastifyRequest, person: string, { role, isDisabled, email }: AccessChange): void {
  if (role) logSecurityEvent(request, 'role changed', { person, ...role });
  if (email) logSecurityEvent(request, 'e-mail corrected', { person });
  if (isDisabled !== undefined)
    logSecurityEvent(request, isDisabled ? 'person disabled' : 'person enabled', { person });
}

async function findSessions(provider: IdentityProvider, caller: VerifiedIdentity) {
  const sessions = await provider.listSessions(caller);
  return { data: sessions?.map((session) => presentSession(session, caller)) ?? null };
}

function presentSession(session: IdentitySession, caller: VerifiedIdentity): UserSession {
  return {
    id: session.id,
    device: deviceOf(session.userAgent),
    address: session.address,
    createdAt: session.createdAt.toISOString(),
    lastSeenAt: session.lastSeenAt.toISOString(),
    isCurrent: session.id === caller.sessionId,
  };
}
