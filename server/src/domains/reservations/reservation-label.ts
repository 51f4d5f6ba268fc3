/** The label of a reservation in audit entries. */
export function reservationLabel(code: string, person: { name: string }, trip: { title: string }): string {
  return `${code} – ${person.name} (${trip.title})`;
}
