import { randomUUIDv7 } from 'node:crypto';
import type { ErrorCode } from '@passeio/contract/api/errors';
import type { OwnProfile } from '@passeio/contract/users/own-profile';
import type { ProfileChange, SignUpPayload } from '@passeio/contract/users/users';
import { sql } from 'kysely';
import { type Actor, type AuditEvent, changesBetween, recordAudit } from '../../platform/audit/audit.ts';
import { createBatchLoader } from '../../platform/concurrency/batcher.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { mapConstraintErrors } from '../../platform/database/constraints.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Caller, KnownPerson } from '../../platform/http/access.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { IdentityKey, IdentityProvider, VerifiedIdentity } from '../../ports/identity/port.ts';
import { recordNoticeShown } from '../settings/index.ts';
import { endOfStaff } from './staff-for-a-day.ts';
import { mayLinkGuest } from './users.policy.ts';
import { presentCaller, presentOwn } from './users.present.ts';
import {
  type CallerRow,
  findByCpfOrEmail,
  findByIdentity,
  insertUser,
  linkGuest,
  listByIdentity,
  lockByIdentity,
  syncEmail,
  takeRoleGrant,
  type UserRow,
  updateUser,
} from './users.queries.ts';

/** Error codes of constraints at sign-up. */
export const signUpRefusals: Record<string, ErrorCode> = {
  users_identity_key: 'PROFILE_EXISTS',
  users_cpf_key: 'PERSON_KNOWN',
  users_email_key: 'PERSON_KNOWN',
};

/** Looks up callers in batches; undefined before the profile is complete. */
export function callers(db: Database): (who: IdentityKey) => Promise<KnownPerson | undefined> {
  const find = createBatchLoader<IdentityKey, CallerRow>(
    (identities) => listByIdentity(db, identities),
    nameOfIdentity,
  );
  return async (who) => {
    const [user] = await find(who);
    return user && { admit: (identity) => admit(db, user, identity) };
  };
}

async function admit(db: Database, row: CallerRow, identity: VerifiedIdentity): Promise<Caller | 'disabled'> {
  const ended = endOfStaff(row);
  if (row.is_disabled || ended?.is_disabled) return 'disabled';
  const user = { ...row, ...ended };
  // The provider may have changed the address.
  if (user.email !== identity.email) await syncEmail(db, user.id, identity.email);
  const lacks = user.requires_two_factor && user.role !== 'CLIENT' && identity.hasTwoFactor === false;
  return { ...presentCaller(user), ...(lacks && { lacksTwoFactor: true }) };
}

/** The caller's profile. Throws PROFILE_MISSING. */
export async function readProfile(
  db: Database,
  identity: VerifiedIdentity,
  caller: Caller | null,
): Promise<OwnProfile> {
  const user = await findByIdentity(db, identity);
  if (!user) throw new AppError('PROFILE_MISSING');
  return { ...presentOwn(user, identity, caller), ...(await ofSeller(db, user.id)) };
}

async function ofSeller(db: Database, userId: string): Promise<Pick<OwnProfile, 'isSeller'>> {
  const selling = db
    .selectFrom('sellers')
    .select('id')
    .where('user_id', '=', userId)
    .where('is_active', '=', sql.lit(true));
  return (await selling.executeTakeFirst()) ? { isSeller: true } : {};
}

/** Whether this data may sign up: nobody has the CPF or the e-mail, or a guest person has both. */
export async function maySignUp(db: Database, claim: SignUpPayload): Promise<boolean> {
  const known = await findByCpfOrEmail(db, claim);
  return known.every((person) => mayLinkGuest(person, claim));
}

/**
 * Creates the profile of an identity. A guest person with the same CPF and e-mail is linked, with all reservations, if
 * the e-mail is confirmed. Throws PERSON_KNOWN, which asks for the confirmation if only that is missing.
 */
export async function createProfile(
  db: Database,
  actor: Actor,
  identity: VerifiedIdentity,
  claim: SignUpPayload,
): Promise<OwnProfile> {
  if (claim.email !== identity.email) throw new AppError('EMAIL_DIFFERS');
  const { issuer, subject } = identity;
  return inTransaction(db, async (trx) => {
    const linked = await mapConstraintErrors(signUpRefusals, () => linkGuestIfConfirmed(trx, identity, claim));
    const user =
      linked ??
      (await mapConstraintErrors(signUpRefusals, () =>
        insertUser(trx, { id: randomUUIDv7(), issuer, subject, ...claim }),
      ));
    const person = await takeGrantedRole(trx, identity, user);
    await recordNoticeShown(trx, { user_id: person.id });
    // The caller had no profile until now.
    await recordAudit(
      trx,
      { ...actor, caller: presentCaller(person) },
      {
        action: 'person.created',
        subject: { type: 'person', id: person.id, label: person.name },
        changes: {
          ...(linked ? { hasAccount: [false, true] } : {}),
          ...(person.role === user.role ? {} : { role: [user.role, person.role] }),
        },
      },
    );
    return presentOwn(person, identity);
  });
}

/** Grants the role stored for the identity, if any; returns the current person. */
export async function takeGrantedRole(
  trx: DatabaseTransaction,
  identity: IdentityKey,
  user: UserRow,
): Promise<UserRow> {
  const role = await takeRoleGrant(trx, identity);
  return role ? updateUser(trx, user.id, { role }) : user;
}

async function linkGuestIfConfirmed(trx: DatabaseTransaction, identity: VerifiedIdentity, claim: SignUpPayload) {
  if (identity.emailConfirmed) return linkGuest(trx, identity, claim);
  const known = await findByCpfOrEmail(trx, claim);
  if (known.some((person) => mayLinkGuest(person, claim))) {
    // No disclosure: the check before the sign-up has already said so to this person.
    throw new AppError('PERSON_KNOWN', { email: 'Confirme o seu e-mail pelo link que enviamos e conclua o cadastro.' });
  }
  return undefined;
}

/** Changes the caller's data. Throws PERSON_KNOWN for somebody else's CPF. */
export async function changeProfile(
  db: Database,
  actor: Actor,
  identity: VerifiedIdentity,
  change: ProfileChange,
): Promise<OwnProfile> {
  return inTransaction(db, async (trx) => {
    const before = await lockByIdentity(trx, identity);
    if (!before) throw new AppError('PROFILE_MISSING');
    const after = await mapConstraintErrors(signUpRefusals, () => updateUser(trx, before.id, change));
    await recordChange(trx, actor, before, after);
    return { ...presentOwn(after, identity, actor.caller), ...(await ofSeller(trx, after.id)) };
  });
}

function nameOfIdentity({ issuer, subject }: IdentityKey): string {
  return JSON.stringify([issuer, subject]);
}

/** Whether an account has this address and has not confirmed it. False where the provider does not say. */
export async function hasUnconfirmedEmail(
  db: Database,
  provider: Pick<IdentityProvider, 'isEmailConfirmed'>,
  email: string,
): Promise<boolean> {
  const [person] = await findByCpfOrEmail(db, { email });
  if (!person?.issuer || !person.subject) return false;
  return (await provider.isEmailConfirmed({ issuer: person.issuer, subject: person.subject })) === false;
}

/** Audits the differences of a person: data, role, permissions and access separately. */
export async function recordChange(
  trx: DatabaseTransaction,
  actor: Actor,
  before: UserRow,
  after: UserRow,
): Promise<void> {
  const subject = { type: 'person', id: after.id, label: after.name } as const;
  const events: AuditEvent[] = [];
  const changes = changesBetween(dataOf(before), dataOf(after));
  if (Object.keys(changes).length > 0) events.push({ action: 'person.changed', subject, changes });
  if (before.role !== after.role) {
    events.push({ action: 'person.role_changed', subject, changes: { role: [before.role, after.role] } });
  }
  const access = changesBetween(accessOf(before), accessOf(after));
  if (Object.keys(access).length > 0) events.push({ action: 'person.permissions_changed', subject, changes: access });
  if (before.is_disabled !== after.is_disabled) {
    events.push({ action: after.is_disabled ? 'person.disabled' : 'person.enabled', subject });
  }
  for (const event of events) await recordAudit(trx, actor, event);
}

function accessOf({ permissions, refund_limit_cents: refundLimitCents }: UserRow) {
  return { permissions, refundLimitCents };
}

function dataOf({ name, email, cpf, rg, emitter, birthdate, contact }: UserRow) {
  return { name, email, cpf, rg, emitter, birthdate, contact };
}
