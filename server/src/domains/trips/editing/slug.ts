/** The slug of a trip: title and departure date, as in "tiradentes-2026-12-05". */
export function slugOf(title: string, departsAt: Date | string, timeZone: string): string {
  const words = title
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  const day = Temporal.Instant.from(new Date(departsAt).toISOString()).toZonedDateTimeISO(timeZone).toPlainDate();
  return `${words || 'passeio'}-${day}`;
}
