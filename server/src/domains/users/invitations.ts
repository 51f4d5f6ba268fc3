import { pagePaths } from '@passeio/contract/paths';
import {
  INVITATION_DAYS,
  type Invitation,
  type InvitationAcceptance,
  type InvitationField,
  invitationFields,
} from '@passeio/contract/users/invitations';
import type { OwnProfile } from '@passeio/contract/users/own-profile';
import { firstName, maskEmail } from '@passeio/contract/words';
import { type Actor, changesBetween, recordAudit } from '../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { mapConstraintErrors } from '../../platform/database/constraints.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/http/errors.ts';
import { hashToken, newToken } from '../../platform/http/link-token.ts';
import type { VerifiedIdentity } from '../../ports/identity/port.ts';
import { hasAccount } from './users.policy.ts';
import { presentCaller, presentOwn } from './users.present.ts';
import { lockPerson, type UserRow, updateUser } from './users.queries.ts';
import { signUpRefusals, takeGrantedRole } from './users.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A link for a guest, and until when it opens something. */
export interface MadeLink {
  link: string;
  expiresAt: Date;
}

/** The link of one reservation of a guest. Throws RESERVATION_NOT_FOUND without one, and FORBIDDEN. */
export type LinkOfReservation = (
  trx: DatabaseTransaction,
  actor: Actor,
  of: { personId: string; reservationId: string | undefined },
) => Promise<MadeLink>;

/**
 * Creates an invitation for a guest, which the owner of their confirmed e-mail accepts. Without an e-mail nobody can be
 * known to be them: the link opens one reservation. Throws PERSON_NOT_FOUND or PERSON_HAS_ACCOUNT.
 */
export async function invite(
  trx: DatabaseTransaction,
  actor: Actor,
  deps: { publicUrl: string; linkOf: LinkOfReservation },
  { personId, reservationId }: { personId: string; reservationId?: string | undefined },
): Promise<MadeLink> {
  const person = await lockPerson(trx, personId);
  if (!person) throw new AppError('PERSON_NOT_FOUND');
  if (hasAccount(person)) throw new AppError('PERSON_HAS_ACCOUNT');
  if (person.email === null) return deps.linkOf(trx, actor, { personId, reservationId });
  const token = newToken(24);
  const expiresAt = new Date(Date.now() + INVITATION_DAYS * DAY_MS);
  await storeInvitation(trx, { user_id: personId, token_hash: hashToken(token), expires_at: expiresAt });
  await recordAudit(trx, actor, { action: 'person.invited', subject: subjectOf(person) });
  return { link: deps.publicUrl + pagePaths.invitation(token), expiresAt };
}

/** Cancels a person's invitation, if any. Throws PERSON_NOT_FOUND. */
export async function cancelInvitation(db: Database, actor: Actor, id: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    const person = await lockPerson(trx, id);
    if (!person) throw new AppError('PERSON_NOT_FOUND');
    if (!(await endInvitation(trx, id))) return;
    await recordAudit(trx, actor, { action: 'person.invitation_cancelled', subject: subjectOf(person) });
  });
}

/** What the link's page shows. Throws INVITATION_OVER. */
export async function readInvitation(db: Database, token: string): Promise<Invitation> {
  const person = await findInvited(db, hashToken(token));
  if (!person) throw new AppError('INVITATION_OVER');
  return { firstName: firstName(person.name), email: maskEmail(person.email ?? ''), missing: missingOf(person) };
}

/**
 * Links the invited guest person, with all reservations, to the identity that has confirmed their e-mail. Works once.
 * Throws INVALID_INPUT for missing data.
 */
export async function acceptInvitation(
  db: Database,
  actor: Actor,
  identity: VerifiedIdentity,
  { token, ...given }: InvitationAcceptance,
): Promise<OwnProfile> {
  const { issuer, subject, email } = identity;
  return inTransaction(db, async (trx) => {
    const invited = await findInvited(trx, hashToken(token));
    const before = invited && (await lockPerson(trx, invited.id));
    if (before?.email && before.email.toLowerCase() !== email.toLowerCase())
      throw new AppError('INVITATION_OF_ANOTHER');
    if (before && !identity.emailConfirmed) throw new AppError('INVITATION_UNCONFIRMED');
    // The invitation may have been used while waiting for the lock.
    if (!before || hasAccount(before) || !(await endInvitation(trx, before.id, hashToken(token)))) {
      throw new AppError('INVITATION_OVER');
    }
    const missing = missingOf(before);
    const unanswered = missing.filter((field) => !given[field]);
    if (unanswered.length > 0) {
      throw new AppError('INVALID_INPUT', Object.fromEntries(unanswered.map((name) => [name, 'Preencha este campo.'])));
    }
    const data = { email, ...Object.fromEntries(missing.map((field) => [field, given[field]])) };
    const joined = await mapConstraintErrors(signUpRefusals, () =>
      updateUser(trx, before.id, { issuer, subject, email_written_by: null, ...data }),
    );
    const person = await takeGrantedRole(trx, identity, joined);
    await recordAudit(
      trx,
      { ...actor, caller: presentCaller(person) },
      {
        action: 'person.invitation_accepted',
        subject: subjectOf(person),
        changes: { ...changesBetween(before, data), hasAccount: [false, true] },
      },
    );
    return presentOwn(person, identity);
  });
}

function missingOf(person: UserRow): InvitationField[] {
  return invitationFields.filter((field) => person[field] === null);
}

function subjectOf({ id, name }: UserRow) {
  return { type: 'person', id, label: name } as const;
}

interface StoredInvitation {
  user_id: string;
  token_hash: string;
  expires_at: Date;
}

/** Stores an invitation, replacing the person's older one. */
async function storeInvitation(trx: DatabaseTransaction, invitation: StoredInvitation): Promise<void> {
  const { token_hash, expires_at } = invitation;
  await trx
    .insertInto('invitations')
    .values(invitation)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ token_hash, expires_at }))
    .execute();
}

/** The person of a valid invitation. */
function findInvited(db: Database, tokenHash: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll('users')
    .innerJoin('invitations', 'invitations.user_id', 'users.id')
    .where('invitations.token_hash', '=', tokenHash)
    .where('invitations.expires_at', '>', new Date())
    .where('users.subject', 'is', null)
    .where('users.email', 'is not', null)
    .executeTakeFirst();
}

/** When a person's invitation expires; undefined without a valid one. */
export async function findInvitationEnd(db: Database, userId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('invitations')
    .select('expires_at')
    .where('user_id', '=', userId)
    .where('expires_at', '>', new Date())
    .executeTakeFirst();
  return row?.expires_at;
}

/** Deletes a person's invitation, or only that with this token; false if there is none. */
async function endInvitation(trx: DatabaseTransaction, userId: string, tokenHash?: string): Promise<boolean> {
  let ended = trx.deleteFrom('invitations').where('user_id', '=', userId);
  if (tokenHash) ended = ended.where('token_hash', '=', tokenHash);
  const { numDeletedRows } = await ended.executeTakeFirst();
  return numDeletedRows > 0n;
}
