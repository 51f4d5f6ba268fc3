import type { OwnProfile, UserProfile } from '@passeio/contract/users';
import type { VerifiedIdentity } from '../../ports/identity/port.ts';
import type { UserRow } from './users.queries.ts';

export function presentUser(row: UserRow): UserProfile {
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
    createdAt: row.created_at.toISOString(),
  };
}

/** The own profile: what only the identity provider knows is added. */
export function presentOwn(row: UserRow, { emailConfirmed }: VerifiedIdentity): OwnProfile {
  return { ...presentUser(row), emailConfirmed };
}
