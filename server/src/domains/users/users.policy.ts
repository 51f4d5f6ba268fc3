import type { Caller } from '../../platform/http/access.ts';
import type { UserRow } from './users.queries.ts';

type Person = Pick<UserRow, 'id' | 'subject'>;

/** A guest, whom staff created, has no account until they sign up. */
export function hasAccount({ subject }: Pick<Person, 'subject'>): boolean {
  return subject !== null;
}

/** Nobody changes their own role or access, so that no administrator locks themselves out by mistake. */
export function mayChangeAccess(caller: Caller, person: Pick<Person, 'id'>): boolean {
  return caller.id !== person.id;
}

/** Changing one's own address requires the password, on another page: an unattended session must not be enough. */
export function mayCorrectEmail(caller: Caller, person: Pick<Person, 'id'>): boolean {
  return caller.id !== person.id;
}

/** A sign-up is linked to a guest with the same e-mail; to one whom staff wrote down only with the same CPF. */
export function mayLinkGuest(person: UserRow, claim: { cpf: string; email: string }): boolean {
  const isKnown = person.is_self_made || person.cpf === claim.cpf;
  return !hasAccount(person) && isKnown && person.email?.toLowerCase() === claim.email;
}
