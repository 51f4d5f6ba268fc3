import { randomUUIDv7 } from 'node:crypto';
import type { ErrorCode } from '@passeio/contract/errors';
import type { OwnProfile, ProfileChange, SignUpPayload } from '@passeio/contract/users';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import { createBatchLoader } from '../../platform/concurrency/batch-loader.ts';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { mapConstraintErrors } from '../../platform/database/constraints.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Caller, KnownPerson } from '../../platform/http/access.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { IdentityKey, VerifiedIdentity } from '../../ports/identity/port.ts';
import { recordChange } from './record-change.ts';
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

/** What constraints of the database refuse when somebody takes an account. */
export const signUpRefusals: Record<string, ErrorCode> = {
  users_identity_key: 'PROFILE_EXISTS',
  users_cpf_key: 'PERSON_KNOWN',
  users_email_key: 'PERSON_KNOWN',
};

/** Finds the people who call: undefined before the profile is complete. */
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

async function admit(db: Database, user: CallerRow, identity: VerifiedIdentity): Promise<Caller | 'disabled'> {
  if (user.is_disabled) return 'disabled';
  // The address belongs to the provider: a change there shows here with the next request.
  if (user.email !== identity.email) await syncEmail(db, user.id, identity.email);
  return presentCaller(user);
}

/** The own profile. Throws PROFILE_MISSING before it is complete. */
export async function readProfile(db: Database, identity: VerifiedIdentity): Promise<OwnProfile> {
  const user = await findByIdentity(db, identity);
  if (!user) throw new AppError('PROFILE_MISSING');
  return presentOwn(user, identity);
}

/**
 * Whether a person with this data may sign up: nobody else has the CPF or the e-mail, or staff has written down somebody
 * with both.
 */
export async function maySignUp(db: Database, claim: SignUpPayload): Promise<boolean> {
  const known = await findByCpfOrEmail(db, claim);
  return known.every((person) => mayLinkGuest(person, claim));
}

/**
 * Completes a sign-up: writes the profile of someone the identity provider knows. Who was written down by staff before,
 * with the same CPF and the same e-mail, becomes theirs with all reservations, once the address is confirmed.
 * Throws EMAIL_DIFFERS, PROFILE_EXISTS or PERSON_KNOWN; the latter asks for the confirmation where that is what lacks.
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
    const joined = await mapConstraintErrors(signUpRefusals, () => join(trx, identity, claim));
    const user =
      joined ??
      (await mapConstraintErrors(signUpRefusals, () =>
        insertUser(trx, { id: randomUUIDv7(), issuer, subject, ...claim }),
      ));
    const person = await takeGrantedRole(trx, identity, user);
    // Until now the caller had no name here.
    await recordAudit(
      trx,
      { ...actor, caller: presentCaller(person) },
      {
        action: 'person.created',
        subject: { type: 'person', id: person.id, label: person.name },
        changes: {
          ...(joined ? { hasAccount: [false, true] } : {}),
          ...(person.role === user.role ? {} : { role: [user.role, person.role] }),
        },
      },
    );
    return presentOwn(person, identity);
  });
}

/** Gives a new account the role that waited for its identity, if there is one; answers the person as they are then. */
export async function takeGrantedRole(
  trx: DatabaseTransaction,
  identity: IdentityKey,
  user: UserRow,
): Promise<UserRow> {
  const role = await takeRoleGrant(trx, identity);
  return role ? updateUser(trx, user.id, { role }) : user;
}

async function join(trx: DatabaseTransaction, identity: VerifiedIdentity, claim: SignUpPayload) {
  if (identity.emailConfirmed) return linkGuest(trx, identity, claim);
  const known = await findByCpfOrEmail(trx, claim);
  if (known.some((person) => mayLinkGuest(person, claim))) {
    // Who got this far has been told by the check before signing up that nothing stands in the way: no secret is left.
    throw new AppError('PERSON_KNOWN', { email: 'Confirme o seu e-mail pelo link que enviamos e conclua o cadastro.' });
  }
  return undefined;
}

/** Changes the own data. Throws PERSON_KNOWN when the new CPF is someone else's. */
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
    return presentOwn(after, identity);
  });
}

function nameOfIdentity({ issuer, subject }: IdentityKey): string {
  return JSON.stringify([issuer, subject]);
}
