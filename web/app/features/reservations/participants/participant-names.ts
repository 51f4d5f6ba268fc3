import type { ClientParticipant } from '../client-reservation';

type Named = Pick<ClientParticipant, 'id' | 'name'>;

/** A person's name, or "Pessoa 2" by their order in the reservation until somebody enters it. */
export function nameOf(person: Named, people: readonly Pick<Named, 'id'>[]): string {
  return person.name || `Pessoa ${people.findIndex(({ id }) => id === person.id) + 1}`;
}

/** The first word of a name. */
export function firstNameOf(name: string): string {
  return name.trim().split(/\s+/, 1)[0] ?? '';
}
