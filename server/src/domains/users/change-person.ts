import { isDeepStrictEqual } from 'node:util';
import { errorCatalogue } from '@passeio/contract/api/errors';
import {
  newOperatorPermissions,
  type Permission,
  permissionsOf,
  withImplied,
  withRefundUpTo,
} from '@passeio/contract/permissions';
import type { Role } from '@passeio/contract/roles';
import type { PersonChange, PersonDetails } from '@passeio/contract/users/users';
import type { Updateable } from 'kysely';
import { type Actor, callerOfActor, recordAudit } from '../../platform/audit/audit.ts';
import type { Database } from '../../platform/database/connect.ts';
import { mapConstraintErrors } from '../../platform/database/constraints.ts';
import type { Schema } from '../../platform/database/schema/schema.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { Caller } from '../../platform/http/access.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { IdentityProvider, VerifiedIdentity } from '../../ports/identity/port.ts';
import { deleteCalendarAddress } from './calendar-addresses.ts';
import { knownPersonErrors, rejectKnownPerson } from './guests.ts';
import { detailsOf } from './people.ts';
import { hasAccount, mayChangeAccess, mayCorrectEmail } from './users.policy.ts';
import { findByIdentity, lockPerson, saveRoleGrant, type UserRow, updateUser } from './users.queries.ts';
import { recordChange } from './users.ts';

const refusals = {
  ...knownPersonErrors,
  users_last_administrator: 'LAST_ADMINISTRATOR',
  users_with_identity_are_complete: 'PERSON_INCOMPLETE',
} as const;

type Columns = Updateable<Schema['users']>;

/** What changed in a person's access. */
export interface AccessChange {
  role?: { from: Role; to: Role };
  isDisabled?: boolean;
  /** Their e-mail changed and must be confirmed. */
  email?: true;
}

/**
 * Changes a person's data, role or access; audited, and sessions end when role, access or e-mail change. Throws,
 * without a write, PERSON_NOT_FOUND, CHANGED_MEANWHILE, OWN_ACCESS, OWN_EMAIL, ACCOUNT_MISSING, EMAIL_AT_FIREBASE,
 * PERSON_KNOWN, LAST_ADMINISTRATOR, PERSON_INCOMPLETE for staff without documents that would be a client, or
 * INVALID_INPUT if a person with an account would lack data.
 */
export async function changePerson(
  db: Database,
  provider: IdentityProvider,
  actor: Actor,
  { id, version, ...change }: PersonChange,
): Promise<{ person: PersonDetails; access: AccessChange }> {
  const { before, after } = await inTransaction(db, async (trx) => {
    const before = await lockPerson(trx, id);
    if (!before) throw new AppError('PERSON_NOT_FOUND');
    if (version !== undefined && version !== before.version) throw new AppError('CHANGED_MEANWHILE');
    const wanted = differences(before, change);
    authorizeChange(callerOfActor(actor), before, wanted);
    await rejectKnownPerson(trx, actor.caller, wanted, id);
    if (Object.keys(wanted).length === 0) return { before, after: before };
    const after = await mapConstraintErrors(refusals, () => updateUser(trx, id, wanted));
    await recordChange(trx, actor, before, after);
    // Before the commit, so that a failure to end the sessions rolls everything back.
    if (before.role !== after.role || after.is_disabled) {
      await deleteCalendarAddress(trx, id);
      await signOut(provider, after);
    }
    if (before.email !== after.email) await changeAccountEmail(provider, after);
    return { before, after };
  });
  return { person: await detailsOf(db, provider, after), access: accessChange(before, after) };
}

function differences(before: UserRow, change: Omit<PersonChange, 'id' | 'version'>): Columns {
  const { isDisabled, permissions, refundLimitCents, ...data } = change;
  const columns: Columns = {
    ...data,
    ...(change.role === 'OPERATOR' &&
      before.role !== 'OPERATOR' && { permissions: [...newOperatorPermissions], refund_limit_cents: null }),
    ...(isDisabled !== undefined && { is_disabled: isDisabled }),
    ...(permissions !== undefined && { permissions: givenPermissions(before, permissions, refundLimitCents) }),
    ...(refundLimitCents !== undefined && { refund_limit_cents: refundLimitCents }),
  };
  return Object.fromEntries(
    Object.entries(columns).filter(([name, value]) => !isDeepStrictEqual(before[name as keyof UserRow], value)),
  );
}

function givenPermissions(
  { role, permissions }: UserRow,
  chosen: readonly Permission[] | null,
  limitCents: number | null | undefined,
): Permission[] | null {
  if (permissionsOf(role, permissions).includes('refund')) return chosen && withImplied(chosen);
  return withRefundUpTo(chosen, limitCents);
}

const ACCESS = ['role', 'is_disabled', 'permissions', 'refund_limit_cents'];

function authorizeChange(caller: Caller, person: UserRow, wanted: Columns): void {
  if (ACCESS.some((name) => name in wanted)) {
    if (!mayChangeAccess(caller, person)) throw new AppError('OWN_ACCESS');
    if (!hasAccount(person)) throw new AppError('ACCOUNT_MISSING');
  }
  if ('email' in wanted && !mayCorrectEmail(caller, person)) {
    throw new AppError('OWN_EMAIL', { email: errorCatalogue.OWN_EMAIL.message });
  }
  const emptied = Object.entries(wanted).filter(([name, value]) => value === null && !ACCESS.includes(name));
  if (emptied.length > 0 && hasAccount(person)) {
    throw new AppError(
      'INVALID_INPUT',
      Object.fromEntries(emptied.map(([name]) => [name, 'Quem tem conta precisa deste dado.'])),
    );
  }
}

async function signOut(provider: IdentityProvider, { issuer, subject }: UserRow): Promise<void> {
  if (issuer && subject) await provider.endSessionsOf({ issuer, subject });
}

async function changeAccountEmail(provider: IdentityProvider, { issuer, subject, email }: UserRow): Promise<void> {
  if (!issuer || !subject || !email) return;
  const outcome = await provider.changeEmail({ issuer, subject }, email);
  if (outcome === 'taken') throw new AppError('PERSON_KNOWN', { email: 'Este e-mail já é de outra conta.' });
  if (outcome === 'refused') {
    throw new AppError('EMAIL_AT_FIREBASE', { email: errorCatalogue.EMAIL_AT_FIREBASE.message });
  }
}

function accessChange(before: UserRow, after: UserRow): AccessChange {
  return {
    ...(before.role === after.role ? {} : { role: { from: before.role, to: after.role } }),
    ...(before.is_disabled === after.is_disabled ? {} : { isDisabled: after.is_disabled }),
    ...(before.email !== after.email && hasAccount(after) ? { email: true } : {}),
  };
}

/**
 * Removes the second step of signing in of somebody who lost authenticator and recovery codes; audited. Throws
 * ACCOUNT_MISSING where the provider has no second step.
 */
export async function removeTwoFactor(
  db: Database,
  provider: IdentityProvider,
  actor: Actor,
  id: string,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const person = await lockPerson(trx, id);
    if (!person) throw new AppError('PERSON_NOT_FOUND');
    if (!mayChangeAccess(callerOfActor(actor), person)) throw new AppError('OWN_ACCESS');
    const { issuer, subject } = person;
    const subjectOfAudit = { type: 'person', id, label: person.name } as const;
    await recordAudit(trx, actor, { action: 'person.two_factor_removed', subject: subjectOfAudit });
    // Before the commit, so that nothing is on record that failed.
    const isRemoved = issuer && subject ? await provider.removeTwoFactor({ issuer, subject }) : false;
    if (!isRemoved) throw new AppError('ACCOUNT_MISSING');
  });
}

/** Grants a role to an identity, audited: at once if it has a profile, else when it gets one. */
export async function grantRole(db: Database, actor: Actor, identity: VerifiedIdentity, role: Role): Promise<void> {
  await inTransaction(db, async (trx) => {
    const before = await findByIdentity(trx, identity);
    if (before) return recordChange(trx, actor, before, await updateUser(trx, before.id, { role }));
    await saveRoleGrant(trx, identity, role);
    await recordAudit(trx, actor, {
      action: 'person.role_changed',
      subject: { type: 'person', id: identity.subject, label: identity.email },
      changes: { role: [null, role] },
    });
  });
}
