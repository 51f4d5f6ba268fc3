/** The first word of a name. */
export function firstNameOf(name: string): string {
  return name.trim().split(/\s+/, 1)[0] ?? '';
}
