import { apiPaths } from '@passeio/contract/paths';
import { type PersonChange, type PersonDetails, personDetails } from '@passeio/contract/users/users';
import { answered, api } from '../session/api';

/** A person with all data; the read is audited. */
export function loadPerson(id: string, signal?: AbortSignal): Promise<PersonDetails> {
  return answered(api.get(apiPaths.user(id), personDetails, { signal }));
}

/** Changes the given fields; a stale version is refused with CHANGED_MEANWHILE. */
export function savePerson({ id, version }: PersonDetails, change: Omit<PersonChange, 'id' | 'version'>) {
  return answered(api.put(apiPaths.users, personDetails, { body: { id, version, ...change } }));
}
