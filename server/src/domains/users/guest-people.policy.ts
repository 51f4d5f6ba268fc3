import type { Caller } from '../../platform/http/access.ts';
import type { UserRow } from './users.queries.ts';

/** Who has an account looks after their own data, and administrators may correct it; staff may that of all others. */
export function mayComplete(caller: Caller | null, person: Pick<UserRow, 'subject'>): boolean {
  if (person.subject === null) return caller?.role === 'OPERATOR' || caller?.role === 'ADMIN';
  return caller?.role === 'ADMIN';
}

/** A sign-up takes over what staff wrote down only if both CPF and e-mail are the same and nobody signed up as them. */
export function mayJoin(person: UserRow, claim: { cpf: string; email: string }): boolean {
  return person.subject === null && person.cpf === claim.cpf && person.email?.toLowerCase() === claim.email;
}
