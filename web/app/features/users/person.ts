import { userRoutes } from '@passeio/contract/users/user-routes';
import type { PersonChange, PersonDetails } from '@passeio/contract/users/users';
import { api, orRedirect } from '../session/api';

/** A person with all data; the read is audited. */
export function loadPerson(id: string, signal?: AbortSignal): Promise<PersonDetails> {
  return orRedirect(api.call(userRoutes.read, { params: { userId: id }, signal }));
}

/** Changes the given fields; a stale version is refused with CHANGED_MEANWHILE. */
export function savePerson({ id, version }: PersonDetails, change: Omit<PersonChange, 'id' | 'version'>) {
  return orRedirect(api.call(userRoutes.change, { body: { id, version, ...change } }));
}
