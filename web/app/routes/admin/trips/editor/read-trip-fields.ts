import { type TripDraft, tripDraft } from '@passeio/contract/trips/trip-draft';
import { parseMoney } from '~/lib/parse-money';
import { parseTime } from '~/lib/parse-time';
import { instantOf } from '~/lib/zoned-time';
import type { FieldErrors } from '~/ui/editing/use-field-errors';
import type { Parsed } from '~/ui/editing/versioned-form';
import type { Moment, TripFields } from './trip-fields';

/** Parses the fields for the API; or returns messages by input, as in "title" or "boardingPoints.{key}.place". */
export function readTripFields(fields: TripFields, timeZone: string): Parsed<TripDraft> {
  const errors = wrongInputs(fields);
  const result = tripDraft.safeParse(toWire(fields, timeZone));
  for (const issue of result.error?.issues ?? []) {
    const [name, sentence] = located(issue.path.map(String), issue.message, fields);
    errors[name] ??= sentence;
  }
  if (result.success && Object.keys(errors).length === 0) return { body: result.data };
  return { errors };
}

/** The API's `fields`, which name places in its own lists, by the names of the editor's inputs. */
export function namedErrors(refused: Record<string, string>, fields: TripFields): FieldErrors {
  return Object.fromEntries(
    Object.entries(refused).map(([path, sentence]) => located(path.split('.'), sentence, fields)),
  );
}

/** Departure and return as instants, as far as they can be read. */
export function periodOf(
  { date, returnDate }: Pick<TripFields, 'date' | 'returnDate'>,
  timeZone: string,
): { from: string | undefined; to: string | undefined } {
  const instant = (moment: Moment) => {
    const local = localMoment(moment);
    return local && instantOf(local, timeZone);
  };
  return { from: instant(date), to: instant(returnDate) };
}

/** Lines that say something, without the signs that stand before them in other texts. */
export function linesOf(typed: string): string[] {
  return typed
    .split('\n')
    .map((line) => line.replace(/^\s*[-–•●▪·*✓✔✅]\uFE0F?\s+/u, '').trim())
    .filter((line) => line !== '');
}

// What only the editor can know: inputs that cannot be read, and the operator's own calendar.
function wrongInputs(fields: TripFields): FieldErrors {
  const errors: FieldErrors = {};
  for (const row of fareRowsWritten(fields)) {
    const name = `fares.${row.key}`;
    if (parseMoney(row.priceCents) === undefined) errors[`${name}.priceCents`] = 'Use um valor como 289,00.';
    for (const end of ['minAge', 'maxAge'] as const) {
      if (row[end].trim() && numberOf(row[end]) === undefined) errors[`${name}.${end}`] = 'Use anos, como 12.';
    }
  }
  if (fields.balanceDueHours.trim() && numberOf(fields.balanceDueHours) === undefined) {
    errors.balanceDueHours = 'Use horas inteiras, como 48, ou deixe vazio para o padrão.';
  }
  if (!localMoment(fields.date)) errors.date = 'Informe o dia e a hora da saída.';
  if (!localMoment(fields.returnDate)) errors.returnDate = 'Informe o dia e a hora da volta.';
  if (fields.decisionDate && fields.date.day && fields.decisionDate > fields.date.day) {
    errors.decisionDate = 'A confirmação precisa ser antes da saída.';
  }
  return errors;
}

function localMoment({ day, time }: Moment): string | undefined {
  const read = parseTime(time);
  return day && read && `${day}T${read}`;
}

function toWire(fields: TripFields, timeZone: string): unknown {
  const instant = (moment: Moment) => {
    const local = localMoment(moment);
    return local ? instantOf(local, timeZone) : '';
  };
  return {
    ...fields,
    date: instant(fields.date),
    returnDate: instant(fields.returnDate),
    fares: fareRowsWritten(fields).map(({ id, label, minAge, maxAge, priceCents, takesPlace, audience }) => ({
      ...(id ? { id } : {}),
      label,
      minAge: numberOf(minAge) ?? null,
      maxAge: numberOf(maxAge) ?? null,
      priceCents: parseMoney(priceCents) ?? undefined,
      takesPlace,
      audience,
    })),
    depositPercent: numberOf(fields.depositPercent),
    balanceDueHours: fields.balanceDueHours.trim() ? numberOf(fields.balanceDueHours) : null,
    capacity: numberOf(fields.capacity),
    minParticipants: numberOf(fields.minParticipants || '0'),
    decisionDate: fields.decisionDate || null,
    boardingPoints: boardingRows(fields).map(({ id, time, place }) => ({
      ...(id ? { id } : {}),
      time: parseTime(time) ?? time,
      place,
    })),
    itinerary: itineraryRows(fields).map(({ day, time, text }) => ({
      day: numberOf(day),
      time: time ? (parseTime(time) ?? time) : null,
      text,
    })),
    included: linesOf(fields.included),
    excluded: linesOf(fields.excluded),
    bring: linesOf(fields.bring),
    cancellationTiers: tierRowsWritten(fields).map(({ hours, penalty }) => ({
      minHoursBefore: numberOf(hours),
      penaltyPercent: numberOf(penalty),
    })),
  };
}

// Rows that nobody wrote anything in are no rows.
const fareRowsWritten = ({ fares }: TripFields) =>
  fares.filter((row) => row.id || [row.label, row.priceCents, row.minAge, row.maxAge].some((typed) => typed.trim()));
const boardingRows = ({ boardingPoints }: TripFields) =>
  boardingPoints.filter(({ id, time, place }) => id || time || place.trim());
const itineraryRows = ({ itinerary }: TripFields) => itinerary.filter(({ time, text }) => time || text.trim());
const tierRowsWritten = ({ cancellationTiers }: TripFields) =>
  cancellationTiers.filter(({ hours, penalty }) => hours.trim() || penalty.trim());

function numberOf(typed: string): number | undefined {
  return /^\d{1,9}$/.test(typed.trim()) ? Number(typed) : undefined;
}

const rowNames: Record<string, string> = { minHoursBefore: 'hours', penaltyPercent: 'penalty' };

/** The input that a path of the API's body belongs to, and what to say beside it. */
function located([field = '', index, part]: string[], sentence: string, fields: TripFields): [string, string] {
  if (index === undefined) return [field, sentence];
  if (field === 'included' || field === 'excluded' || field === 'bring') {
    return [field, `Linha ${Number(index) + 1}: ${sentence.replace(/^[^:]*: /, '')}`];
  }
  const rows = {
    fares: fareRowsWritten,
    boardingPoints: boardingRows,
    itinerary: itineraryRows,
    cancellationTiers: tierRowsWritten,
  };
  const key = field in rows ? rows[field as keyof typeof rows](fields)[Number(index)]?.key : undefined;
  if (key === undefined) return [field, sentence];
  return [`${field}.${key}.${rowNames[part ?? ''] ?? part}`, sentence];
}
