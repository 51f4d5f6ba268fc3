import { randomUUIDv7 } from 'node:crypto';
import type { ErrorCode } from '@passeio/contract/errors';
import type { OwnProfile, ProfileChange, SignUpPayload, UserFilters, UserList } from '@passeio/contract/users';
import type { Caller } from '../../platform/access.ts';
import type { Database } from '../../platform/database/connect.ts';
import { refuseOn } from '../../platform/database/constraints.ts';
import { AppError } from '../../platform/errors.ts';
import type { VerifiedIdentity } from '../../ports/identity/port.ts';
import { presentOwn, presentUser } from './users.present.ts';
import { findByIdentity, insertUser, isKnown, listUsers, takeRoleGrant, updateUser } from './users.queries.ts';

const refusals: Record<string, ErrorCode> = {
  users_identity_key: 'PROFILE_EXISTS',
  users_cpf_key: 'PERSON_KNOWN',
  users_email_key: 'PERSON_KNOWN',
};

/** The person of an identity: undefined before the profile is complete, 'disabled' when shut out. */
export async function findCaller(db: Database, identity: VerifiedIdentity): Promise<Caller | 'disabled' | undefined> {
  const user = await findByIdentity(db, identity);
  if (!user) return undefined;
  if (user.is_disabled) return 'disabled';
  // The address belongs to the provider: a change there shows here with the next request.
  if (user.email !== identity.email) await updateUser(db, user.id, { email: identity.email });
  return { id: user.id, role: user.role };
}

/** The own profile. Throws PROFILE_MISSING before it is complete. */
export async function readProfile(db: Database, identity: VerifiedIdentity): Promise<OwnProfile> {
  const user = await findByIdentity(db, identity);
  if (!user) throw new AppError('PROFILE_MISSING');
  return presentOwn(user, identity);
}

/** Whether a person with this data may sign up: nobody else has the CPF or the e-mail. */
export async function maySignUp(db: Database, { cpf, email }: SignUpPayload): Promise<boolean> {
  return !(await isKnown(db, cpf, email));
}

/**
 * Completes a sign-up: writes the profile of someone the identity provider knows.
 * Throws EMAIL_DIFFERS, PROFILE_EXISTS or PERSON_KNOWN.
 */
export async function createProfile(
  db: Database,
  identity: VerifiedIdentity,
  { email, ...person }: SignUpPayload,
): Promise<OwnProfile> {
  if (email !== identity.email) throw new AppError('EMAIL_DIFFERS');
  const { issuer, subject } = identity;
  return db.transaction().execute(async (trx) => {
    const role = (await takeRoleGrant(trx, identity)) ?? 'CLIENT';
    const user = await refuseOn(refusals, () =>
      insertUser(trx, { id: randomUUIDv7(), issuer, subject, email, role, ...person }),
    );
    return presentOwn(user, identity);
  });
}

/** Changes the own data. Throws PERSON_KNOWN when the new CPF is someone else's. */
export async function changeProfile(
  db: Database,
  callerId: string,
  identity: VerifiedIdentity,
  change: ProfileChange,
): Promise<OwnProfile> {
  return presentOwn(await refuseOn(refusals, () => updateUser(db, callerId, change)), identity);
}

/** A page of people, by name. */
export async function findUsers(db: Database, filters: UserFilters): Promise<UserList> {
  const { rows, total } = await listUsers(db, filters);
  return { data: rows.map(presentUser), page: { number: filters.page, size: filters.size, total } };
}
