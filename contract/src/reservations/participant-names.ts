/**
 * The name of a participant or, until somebody enters it, "Pessoa 2". `number` counts the active participants of the
 * reservation in order, from 1, so that it is the same for client and staff after somebody was removed.
 */
export function participantName({ name, number }: { name: string; number: number }): string {
  return name || `Pessoa ${number}`;
}

/** The same of somebody among `people`, the active participants of the reservation in order. */
export function nameAmong(person: { id: string; name: string }, people: readonly { id: string }[]): string {
  return participantName({ name: person.name, number: people.findIndex(({ id }) => id === person.id) + 1 });
}

/** The same among the people of several payers, as in "Pessoa 2 de Maria Souza". */
export function nameWithPayer(person: { name: string; number: number }, payer: { name: string }): string {
  return person.name || `${participantName(person)} de ${payer.name}`;
}
