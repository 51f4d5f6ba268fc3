import type { UserProfile } from '@passeio/contract/users';
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
