/** What audit entries call a reservation. */
export function reservationLabel(code: string, person: { name: string }, trip: { title: string }): string {
  return `${code} – ${person.name} (${trip.title})`;
}
