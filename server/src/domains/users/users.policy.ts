import type { Caller } from '../../platform/access.ts';
import type { UserRow } from './users.queries.ts';

type Person = Pick<UserRow, 'id' | 'subject'>;

/** Somebody whom the operator wrote down has no account until they sign up. */
export function hasAccount({ subject }: Pick<Person, 'subject'>): boolean {
  return subject !== null;
}

/** Nobody changes their own role or shuts themselves out, not even by mistake: another administrator must. */
export function mayChangeAccess(caller: Caller, person: Pick<Person, 'id'>): boolean {
  return caller.id !== person.id;
}

/** The address one signs in with belongs to the identity provider; without an account it is only a way to write. */
export function mayCorrectEmail(person: Pick<Person, 'subject'>): boolean {
  return !hasAccount(person);
}
