import { StartError } from '../process/start-error.ts';

const FORM = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})?$/;

/** A moment as people write it, "2026-11-24T10:15:30"; in a time zone, unless it names an offset. */
export function momentOf(text: string, timeZone: string): Date {
  const found = FORM.exec(text);
  const invalid = new StartError(
    `--at ${text}: write the moment as 2026-11-24T10:15, with :SS for seconds if need be.`,
  );
  if (!found) throw invalid;
  try {
    const instant = found[1]
      ? Temporal.Instant.from(text)
      : Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone).toInstant();
    return new Date(instant.epochMilliseconds);
  } catch {
    throw invalid;
  }
}
