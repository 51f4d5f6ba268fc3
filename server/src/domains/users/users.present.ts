import { permissionsOf } from '@passeio/contract/permissions';
import type { OwnProfile } from '@passeio/contract/users/own-profile';
import type { Person, PersonDetails, PersonSummary } from '@passeio/contract/users/users';
import type { Caller } from '../../platform/http/access.ts';
import type { VerifiedIdentity } from '../../ports/identity/port.ts';
import type { UserRow } from './users.queries.ts';

function presentPerson(row: UserRow): Person {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    cpf: row.cpf,
    rg: row.rg,
    emitter: row.emitter,
    birthdate: row.birthdate,
    contact: row.contact,
    hasAccount: row.subject !== null,
    isDisabled: row.is_disabled,
    staffUntil: row.staff_until?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  };
}

/** A person as caller. */
export function presentCaller({ id, role, name, permissions, refund_limit_cents }: CallerColumns): Caller {
  const refundLimitCents = role === 'OPERATOR' ? refund_limit_cents : null;
  return { id, role, name, permissions: permissionsOf(role, permissions), refundLimitCents };
}

type CallerColumns = Pick<UserRow, 'id' | 'role' | 'name' | 'permissions' | 'refund_limit_cents'>;

/** A person in a list. */
export function presentSummary(row: UserRow): PersonSummary {
  const { cpf, rg: _rg, emitter: _emitter, birthdate: _birthdate, ...summary } = presentPerson(row);
  return { ...summary, maskedCpf: maskCpf(cpf) };
}

/** A masked CPF; null if unknown. */
export function maskCpf(cpf: string | null): string | null {
  return cpf && `•••.•••.${cpf.slice(6, 9)}-${cpf.slice(9)}`;
}

/** A person in detail. */
export function presentDetails(
  row: UserRow,
  { emailConfirmed, invitedUntil }: { emailConfirmed: boolean | null; invitedUntil: Date | undefined },
): PersonDetails {
  const invited = invitedUntil?.toISOString() ?? null;
  return {
    ...presentPerson(row),
    version: row.version,
    emailConfirmed,
    invitedUntil: invited,
    permissions: row.permissions,
    refundLimitCents: row.refund_limit_cents,
  };
}

/** The own profile, with the provider's data; `caller` is undefined while the profile is being made. */
export function presentOwn(
  row: UserRow,
  { emailConfirmed, hasTwoFactor }: VerifiedIdentity,
  caller?: Caller | null,
): OwnProfile {
  const { hasAccount: _hasAccount, isDisabled: _isDisabled, staffUntil: _until, ...profile } = presentPerson(row);
  // Constraint: with an identity there is an e-mail, and of clients all fields are set; staff may have no documents.
  const { cpf, rg, emitter, birthdate } = profile;
  const documents = { cpf: cpf ?? '', rg: rg ?? '', emitter: emitter ?? '', birthdate: birthdate ?? '' };
  const { role, permissions, refundLimitCents } = caller ?? presentCaller(row);
  return {
    ...profile,
    ...documents,
    role,
    emailConfirmed,
    hasTwoFactor: hasTwoFactor ?? null,
    mustAddTwoFactor: caller?.lacksTwoFactor ?? false,
    permissions,
    refundLimitCents,
  } as OwnProfile;
}
