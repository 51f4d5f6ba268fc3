import type { Caller } from '../../platform/http/access.ts';
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

/** One's own address needs one's password, which is asked for elsewhere; a session left open must not do without. */
export function mayCorrectEmail(caller: Caller, person: Pick<Person, 'id'>): boolean {
  return caller.id !== person.id;
}
