import { randomUUIDv7 } from 'node:crypto';
import { pagePaths } from '@passeio/contract/paths';
import { withRefundUpTo } from '@passeio/contract/permissions';
import { roleLabels } from '@passeio/contract/roles';
import type { OwnProfile } from '@passeio/contract/users/own-profile';
import {
  type NewStaffInvitation,
  type OpenedStaffInvitation,
  STAFF_DAY_HOURS,
  STAFF_INVITATION_DAYS,
  type StaffInvitation,
  type StaffInvitationAcceptance,
  type StaffInvitationDraft,
} from '@passeio/contract/users/staff-invitations';
import type { Selectable } from 'kysely';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { mapConstraintErrors } from '../../platform/database/constraints.ts';
import type { Schema } from '../../platform/database/schema/schema.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/http/errors.ts';
import { hashToken, newToken } from '../../platform/http/link-token.ts';
import type { VerifiedIdentity } from '../../ports/identity/port.ts';
import { enqueueEmail, type NotifyDeps } from '../messages/index.ts';
import { presentCaller, presentOwn } from './users.present.ts';
import { insertUser, lockByIdentity, updateUser } from './users.queries.ts';
import { recordChange, signUpRefusals } from './users.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const TOKEN_BYTES = 24;

type Row = Selectable<Schema['staff_invitations']>;

/** Invitations that can still be accepted. */
export async function listStaffInvitations(db: Database): Promise<{ data: StaffInvitation[] }> {
  const rows = await db
    .selectFrom('staff_invitations')
    .selectAll()
    .where('expires_at', '>', new Date())
    .orderBy('id', 'desc')
    .execute();
  return { data: rows.map(present) };
}

/** Invites a colleague. An e-mail's link is made when it is sent, so that no queue holds it. */
export async function inviteStaff(
  trx: DatabaseTransaction,
  actor: Actor,
  { jobs, publicUrl }: NotifyDeps,
  { name, email, role, permissions, refundLimitCents, forDay }: StaffInvitationDraft,
): Promise<NewStaffInvitation> {
  const id = randomUUIDv7();
  const token = email === null ? newToken(TOKEN_BYTES) : null;
  await trx.deleteFrom('staff_invitations').where('expires_at', '<=', new Date()).execute();
  const row = await trx
    .insertInto('staff_invitations')
    .values({
      id,
      name,
      email,
      role,
      permissions: role === 'OPERATOR' ? withRefundUpTo(permissions, refundLimitCents) : null,
      refund_limit_cents: role === 'OPERATOR' ? (refundLimitCents ?? null) : null,
      for_hours: forDay ? STAFF_DAY_HOURS : null,
      token_hash: token && hashToken(token),
      expires_at: new Date(Date.now() + STAFF_INVITATION_DAYS * DAY_MS),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (email !== null) {
    const link = { does: 'staffInvitation', invitationId: id } as const;
    const about = { name, role: roleLabels[role].toLowerCase(), link };
    await enqueueEmail(jobs, { kind: 'staffInvitation', to: email, about }, trx);
  }
  await recordAudit(trx, actor, {
    action: 'person.staff_invited',
    subject: { type: 'person', id, label: name },
    changes: { role: [null, role], ...(email && { email: [null, email] }), ...(forDay && { forDay: [null, true] }) },
  });
  return { ...present(row), link: token && publicUrl + pagePaths.staffInvitation(token) };
}

/** The link of an invitation's e-mail, which ends an earlier one; undefined once it was revoked or accepted. */
export async function makeStaffInvitationLink(
  db: Database,
  publicUrl: string,
  invitationId: string,
): Promise<string | undefined> {
  const token = newToken(TOKEN_BYTES);
  const made = await db
    .updateTable('staff_invitations')
    .set({ token_hash: hashToken(token) })
    .where('id', '=', invitationId)
    .where('expires_at', '>', new Date())
    .returning('id')
    .executeTakeFirst();
  return made && publicUrl + pagePaths.staffInvitation(token);
}

/** Ends an invitation; again, nothing changes. */
export async function revokeStaffInvitation(
  trx: DatabaseTransaction,
  actor: Actor,
  id: string,
): Promise<{ data: StaffInvitation[] }> {
  const ended = await trx.deleteFrom('staff_invitations').where('id', '=', id).returning('name').executeTakeFirst();
  if (ended) {
    const subject = { type: 'person', id, label: ended.name } as const;
    await recordAudit(trx, actor, { action: 'person.staff_invitation_revoked', subject });
  }
  return listStaffInvitations(trx);
}

/** What the link's page shows. Throws INVITATION_OVER. */
export async function readStaffInvitation(db: Database, token: string): Promise<OpenedStaffInvitation> {
  const row = await db
    .selectFrom('staff_invitations')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', new Date())
    .executeTakeFirst();
  if (!row) throw new AppError('INVITATION_OVER');
  const { name, email, role } = row;
  return { name, email, role };
}

/**
 * Makes an identity staff, with the profile that it has or a new one without documents. Works once: the row decides
 * between two at once. Throws PROFILE_EXISTS for staff.
 */
export async function acceptStaffInvitation(
  db: Database,
  actor: Actor,
  identity: VerifiedIdentity,
  { token, name, contact }: StaffInvitationAcceptance,
): Promise<OwnProfile> {
  const { issuer, subject, email } = identity;
  return inTransaction(db, async (trx) => {
    const invitation = await trx
      .deleteFrom('staff_invitations')
      .where('token_hash', '=', hashToken(token))
      .where('expires_at', '>', new Date())
      .returningAll()
      .executeTakeFirst();
    if (!invitation) throw new AppError('INVITATION_OVER');
    if (invitation.email !== null && invitation.email !== email) throw new AppError('INVITATION_OF_ANOTHER');
    const { role, permissions, refund_limit_cents, for_hours: hours } = invitation;
    const staff_until = hours === null ? null : new Date(Date.now() + hours * HOUR_MS);
    const access = { role, permissions, refund_limit_cents, staff_until };
    const known = await lockByIdentity(trx, identity);
    if (known) {
      if (known.role !== 'CLIENT') throw new AppError('PROFILE_EXISTS');
      const person = await updateUser(trx, known.id, access);
      await recordChange(trx, { ...actor, caller: presentCaller(person) }, known, person);
      return presentOwn(person, identity);
    }
    const data = { id: randomUUIDv7(), issuer, subject, email, name, contact, ...access };
    const person = await mapConstraintErrors(signUpRefusals, () => insertUser(trx, data));
    await recordAudit(
      trx,
      { ...actor, caller: presentCaller(person) },
      {
        action: 'person.created',
        subject: { type: 'person', id: person.id, label: person.name },
        changes: { role: [null, role], hasAccount: [false, true] },
      },
    );
    return presentOwn(person, identity);
  });
}

function present({ id, name, email, role, for_hours: hours, expires_at }: Row): StaffInvitation {
  return { id, name, email, role, forDay: hours !== null, expiresAt: expires_at.toISOString() };
}
