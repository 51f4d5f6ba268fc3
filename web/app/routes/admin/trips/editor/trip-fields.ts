import { pluck } from '@passeio/contract/table';
import type { TripExtra } from '@passeio/contract/trips/extras';
import type { Fare } from '@passeio/contract/trips/fares';
import { hasOptions, type TripQuestion } from '@passeio/contract/trips/questions';
import type { RoomType } from '@passeio/contract/trips/room-types';
import { type TripDraft, tripDraft } from '@passeio/contract/trips/trip-draft';
import { type TripField, tripEntryOf, tripFields, tripTable, usualTrip } from '@passeio/contract/trips/trip-table';
import type { CancellationTier, Trip } from '@passeio/contract/trips/trips';
import { formatMoneyInput, parseMoney } from '~/lib/parse-money';
import { parseTime } from '~/lib/parse-time';
import { instantOf, localOf } from '~/lib/zoned-time';
import type { FieldErrors } from '~/ui/editing/use-field-errors';
import type { Parsed } from '~/ui/editing/versioned-form';

/** A day and a time of day as date and time inputs hold them; either may be empty. */
export interface Moment {
  day: string;
  time: string;
}

/** `key` identifies rows while they move; it means nothing to anybody else. */
export interface BoardingRow {
  key: string;
  /** That of the stored boarding point; undefined for a new one. */
  id?: string;
  time: string;
  place: string;
  address: string;
  /** The trip's picture that shows the place; empty for none. */
  imageId: string;
}

/** Numbers as they were typed, empty for null; lists of words one per line. */
type TypedRow<Stored> = {
  [Field in keyof Omit<Stored, 'id'>]: Stored[Field] extends number | string[] | null ? string : Stored[Field];
} & {
  key: string;
  /** That of the stored one; undefined for a new one. */
  id?: string;
};

export type FareRow = TypedRow<Fare>;
export type ExtraRow = TypedRow<Omit<TripExtra, 'stockLeft'>>;
export type RoomTypeRow = TypedRow<Omit<RoomType, 'roomsLeft' | 'bedsLeft'>>;
/** Its options are ignored by kinds without options. */
export type QuestionRow = TypedRow<TripQuestion>;

export interface ItineraryRow {
  key: string;
  day: string;
  time: string;
  text: string;
}

export interface FaqRow {
  key: string;
  question: string;
  answer: string;
}

export interface TierRow {
  key: string;
  hours: string;
  penalty: string;
}

type Table = typeof tripTable;
type Typed<Name extends TripField> = Table[Name]['input'] extends { kind: 'switch' }
  ? boolean
  : Table[Name]['input'] extends { choices: infer Choices }
    ? keyof Choices
    : string;
/** The fields of one value; lists of words are one per line. */
type SimpleFields = { [Name in TripField]: Typed<Name> };

/** A trip as it stands in the editor: what was typed, as it was typed. */
export interface TripFields extends SimpleFields {
  /** The operator's time zone. */
  date: Moment;
  returnDate: Moment;
  isActive: boolean;
  fares: FareRow[];
  /** Without instalments: the balance is paid at once. */
  paymentPlan: { instalments: string; lastDueDaysBefore: string };
  extras: ExtraRow[];
  roomTypes: RoomTypeRow[];
  /** The operator's vehicles that serve it; none: places are only counted. */
  vehicleIds: string[];
  boardingPoints: BoardingRow[];
  itinerary: ItineraryRow[];
  questions: QuestionRow[];
  faq: FaqRow[];
  cancellationTiers: TierRow[];
}

export type FieldName = keyof TripFields;

/** What each field is called, in the order in which the editor has them. */
export const fieldLabels: Record<FieldName, string> = {
  ...pluck(tripTable, 'label'),
  isActive: 'Publicação no portal',
};

let lastKey = 0;

/** A key that no other row of this page has, nor any that was brought back from before a reload. */
export function newKey(): string {
  lastKey += 1;
  return `${Date.now().toString(36)}-${lastKey}`;
}

/** A trip that nobody has written anything about. */
export function emptyFields(): TripFields {
  return {
    ...typedOf(usualTrip),
    showDescription: true,
    capacity: '',
    date: { day: '', time: '' },
    returnDate: { day: '', time: '' },
    isActive: false,
    fares: [fareRow({ label: 'Adulto' })],
    paymentPlan: { instalments: '', lastDueDaysBefore: '' },
    extras: [],
    roomTypes: [],
    vehicleIds: [],
    boardingPoints: [],
    itinerary: [],
    questions: [],
    faq: [],
    cancellationTiers: [],
  };
}

/** A stored trip in the editor. */
export function fieldsOf(trip: Trip, timeZone: string): TripFields {
  return {
    ...typedOf(trip),
    date: momentOf(trip.date, timeZone),
    returnDate: momentOf(trip.returnDate, timeZone),
    isActive: trip.isActive,
    fares: trip.fares.map((fare) => ({ ...fareRow(fare), key: fare.id, id: fare.id })),
    paymentPlan: {
      instalments: String(trip.paymentPlan?.instalments ?? ''),
      lastDueDaysBefore: String(trip.paymentPlan?.lastDueDaysBefore ?? ''),
    },
    extras: trip.extras.map((extra) => ({ ...extraRow(extra), key: extra.id, id: extra.id })),
    roomTypes: trip.roomTypes.map((type) => ({ ...roomTypeRow(type), key: type.id, id: type.id })),
    vehicleIds: trip.vehicles.map(({ vehicleId }) => vehicleId),
    boardingPoints: trip.boardingPoints.map(({ id, time, place, address = '', imageId = '' }) => ({
      ...{ key: id, id, time, place, address, imageId },
    })),
    itinerary: trip.itinerary.map(({ day, time, text }) => ({
      key: newKey(),
      day: String(day),
      time: time ?? '',
      text,
    })),
    questions: trip.questions.map((question) => ({ ...questionRow(question), key: question.id, id: question.id })),
    faq: trip.faq.map((one) => ({ key: newKey(), ...one })),
    cancellationTiers: tierRows(trip.cancellationTiers),
  };
}

/** Whether a field is a list of words. */
export function isLineList(name: string): boolean {
  return tripFields.some((field) => field === name && tripEntryOf(field).input.kind === 'lines');
}

// Fields of one value as they are typed.
function typedOf(values: Record<TripField, unknown>): SimpleFields {
  const typed = tripFields.map((name) => {
    const value = values[name];
    if (Array.isArray(value)) return [name, value.join('\n')];
    return [name, typeof value === 'boolean' ? value : String(value ?? '')];
  });
  return Object.fromEntries(typed) as SimpleFields;
}

/** Fields of one value as the API has them; numbers that cannot be read are `unreadable`. */
export function valuesOf(fields: SimpleFields, unreadable = Number.NaN): Pick<Trip, TripField> {
  const values = tripFields.map((name) => {
    const { kind, whenEmpty = unreadable } = tripEntryOf(name).input;
    const typed = fields[name];
    if (typeof typed === 'boolean') return [name, typed];
    if (kind === 'number') return [name, typed.trim() ? (numberOf(typed) ?? unreadable) : whenEmpty];
    if (kind === 'lines') return [name, linesOf(typed)];
    return [name, kind === 'day' ? typed || null : typed];
  });
  return Object.fromEntries(values) as Pick<Trip, TripField>;
}

/** A new fare of any age that takes a place, unless `fare` says otherwise. */
export function fareRow(fare: Partial<Omit<Fare, 'id'>> = {}): FareRow {
  return {
    key: newKey(),
    label: fare.label ?? '',
    minAge: String(fare.minAge ?? ''),
    maxAge: String(fare.maxAge ?? ''),
    priceCents: fare.priceCents === undefined ? '' : formatMoneyInput(fare.priceCents),
    takesPlace: fare.takesPlace ?? true,
    audience: fare.audience ?? 'public',
  };
}

/** A new extra, one for each person who wants it, unless `extra` says otherwise. */
export function extraRow(extra: Partial<TripExtra> = {}): ExtraRow {
  return {
    key: newKey(),
    label: extra.label ?? '',
    description: extra.description ?? '',
    priceCents: extra.priceCents === undefined ? '' : formatMoneyInput(extra.priceCents),
    per: extra.per ?? 'participant',
    minQuantity: String(extra.minQuantity ?? 1),
    maxQuantity: String(extra.maxQuantity ?? 1),
    stock: String(extra.stock ?? ''),
    soldUntilHours: String(extra.soldUntilHours ?? 0),
    refundable: extra.refundable ?? true,
    choice: extra.choice ?? 'optional',
    minAge: String(extra.minAge ?? ''),
    maxAge: String(extra.maxAge ?? ''),
  };
}

/** A new room type, priced once, unless `type` says otherwise. */
export function roomTypeRow(type: Partial<RoomType> = {}): RoomTypeRow {
  return {
    key: newKey(),
    label: type.label ?? '',
    places: String(type.places ?? ''),
    count: String(type.count ?? ''),
    priceCents: type.priceCents === undefined ? '' : formatMoneyInput(type.priceCents),
    emptyBedCents: type.emptyBedCents === undefined ? '' : formatMoneyInput(type.emptyBedCents),
    per: type.per ?? 'stay',
  };
}

/** A new question of each participant, in words, unless `question` says otherwise. */
export function questionRow(question: Partial<TripQuestion> = {}): QuestionRow {
  return {
    key: newKey(),
    label: question.label ?? '',
    help: question.help ?? '',
    kind: question.kind ?? 'text',
    options: question.options?.join('\n') ?? '',
    per: question.per ?? 'participant',
    isRequired: question.isRequired ?? false,
    sensitivity: question.sensitivity ?? 'personal',
  };
}

export function tierRows(tiers: readonly CancellationTier[]): TierRow[] {
  return tiers.map(({ minHoursBefore, penaltyPercent }) => ({
    key: newKey(),
    hours: String(minHoursBefore),
    penalty: String(penaltyPercent),
  }));
}

function momentOf(instant: string, timeZone: string): Moment {
  const [day = '', time = ''] = localOf(instant, timeZone).split('T');
  return { day, time };
}

/** `fields` with the keys of the rows in `before`, so that rows that stay are not drawn anew under the cursor. */
export function withKeysOf(before: TripFields, fields: TripFields): TripFields {
  const keyed = <Row extends { key: string }>(rows: Row[], known: Row[]): Row[] =>
    rows.length === known.length ? rows.map((row, index) => ({ ...row, key: known[index]?.key ?? row.key })) : rows;
  return {
    ...fields,
    fares: keyed(fields.fares, before.fares),
    extras: keyed(fields.extras, before.extras),
    roomTypes: keyed(fields.roomTypes, before.roomTypes),
    boardingPoints: keyed(fields.boardingPoints, before.boardingPoints),
    itinerary: keyed(fields.itinerary, before.itinerary),
    questions: keyed(fields.questions, before.questions),
    faq: keyed(fields.faq, before.faq),
    cancellationTiers: keyed(fields.cancellationTiers, before.cancellationTiers),
  };
}

/** Parses the fields for the API; or returns messages by input, as in "title" or "boardingPoints.{key}.place". */
export function readTripFields(fields: TripFields, timeZone: string): Parsed<TripDraft> {
  const errors = wrongInputs(fields);
  const result = tripDraft.safeParse(toWire(fields, timeZone));
  for (const issue of result.error?.issues ?? []) {
    const [name, message] = located(issue.path.map(String), issue.message, fields);
    errors[name] ??= message;
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
  for (const { key, priceCents, stock, per, ...ages } of extraRowsWritten(fields)) {
    const name = `extras.${key}`;
    for (const end of ['minAge', 'maxAge'] as const) {
      if (per === 'participant' && ages[end].trim() && numberOf(ages[end]) === undefined)
        errors[`${name}.${end}`] = 'Use anos inteiros, como 12, ou deixe vazio.';
    }
    if (parseMoney(priceCents) === undefined) errors[`${name}.priceCents`] = 'Use um valor como 45,00.';
    if (stock.trim() && numberOf(stock) === undefined) {
      errors[`${name}.stock`] = 'Use um número, como 12, ou deixe vazio: sem limite.';
    }
  }
  for (const row of roomTypeRowsWritten(fields)) {
    for (const part of ['priceCents', 'emptyBedCents'] as const) {
      if (row[part].trim() && parseMoney(row[part]) === undefined)
        errors[`roomTypes.${row.key}.${part}`] = 'Use um valor como 120,00, ou deixe vazio.';
    }
  }
  if (fields.shareDecisionDays.trim() && numberOf(fields.shareDecisionDays) === undefined) {
    errors.shareDecisionDays = 'Use dias inteiros, como 15, ou deixe vazio.';
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
    ...valuesOf(fields),
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
    paymentPlan: planWritten(fields.paymentPlan),
    extras: extraRowsWritten(fields).map(extraWritten),
    roomTypes: roomTypesWritten(fields),
    boardingPoints: boardingRows(fields).map(({ id, time, place, address, imageId }) => ({
      ...(id ? { id } : {}),
      time: parseTime(time) ?? time,
      place,
      address,
      imageId,
    })),
    questions: questionRowsWritten(fields).map(({ key: _, options, ...question }) => ({
      ...question,
      options: hasOptions(question.kind) ? linesOf(options) : [],
    })),
    faq: faqRows(fields).map(({ question, answer }) => ({ question, answer })),
    itinerary: itineraryRows(fields).map(({ day, time, text }) => ({
      day: numberOf(day),
      time: time ? (parseTime(time) ?? time) : null,
      text,
    })),
    cancellationTiers: tierRowsWritten(fields).map(({ hours, penalty }) => ({
      minHoursBefore: numberOf(hours),
      penaltyPercent: numberOf(penalty),
    })),
  };
}

/** A row as the API has it; what cannot be read is null, a price absent. */
export function extraWritten({ key: _, ...row }: ExtraRow) {
  // Ages of a reservation are nobody's.
  const ageOf = (typed: string) => (row.per === 'participant' ? (numberOf(typed) ?? null) : null);
  return {
    ...row,
    priceCents: parseMoney(row.priceCents) ?? undefined,
    minQuantity: numberOf(row.minQuantity) ?? null,
    maxQuantity: numberOf(row.maxQuantity) ?? null,
    stock: numberOf(row.stock) ?? null,
    soldUntilHours: numberOf(row.soldUntilHours || '0') ?? null,
    minAge: ageOf(row.minAge),
    maxAge: ageOf(row.maxAge),
  };
}

// Without a number of instalments there are none.
function planWritten({ instalments, lastDueDaysBefore }: TripFields['paymentPlan']) {
  if (!instalments.trim()) return null;
  return { instalments: numberOf(instalments), lastDueDaysBefore: numberOf(lastDueDaysBefore.trim() || '0') };
}

/** The room types as they were typed; what cannot be read is missing, no price is none. */
export function roomTypesWritten(fields: TripFields) {
  const cents = (typed: string) => (typed.trim() ? (parseMoney(typed) ?? undefined) : 0);
  return roomTypeRowsWritten(fields).map(({ key: _, places, count, priceCents, emptyBedCents, ...row }) => ({
    ...row,
    places: numberOf(places),
    count: numberOf(count),
    priceCents: cents(priceCents),
    emptyBedCents: cents(emptyBedCents),
  }));
}

// Rows that nobody wrote anything in are no rows.
const fareRowsWritten = ({ fares }: TripFields) =>
  fares.filter((row) => row.id || [row.label, row.priceCents, row.minAge, row.maxAge].some((typed) => typed.trim()));
const extraRowsWritten = ({ extras }: TripFields) =>
  extras.filter(
    (row) => row.id || [row.label, row.description, row.priceCents, row.stock].some((typed) => typed.trim()),
  );
const roomTypeRowsWritten = ({ roomTypes }: TripFields) =>
  roomTypes.filter((row) => row.id || [row.label, row.places, row.count].some((typed) => typed.trim()));
const boardingRows = ({ boardingPoints }: TripFields) =>
  boardingPoints.filter(({ id, time, place, address }) => id || time || place.trim() || address.trim());
const questionRowsWritten = ({ questions }: TripFields) =>
  questions.filter((row) => row.id || [row.label, row.help, row.options].some((typed) => typed.trim()));
const faqRows = ({ faq }: TripFields) => faq.filter(({ question, answer }) => question.trim() || answer.trim());
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
  if (field === 'paymentPlan') return [`${field}.${index}`, sentence];
  if (isLineList(field)) {
    return [field, `Linha ${Number(index) + 1}: ${sentence.replace(/^[^:]*: /, '')}`];
  }
  const rows = {
    fares: fareRowsWritten,
    extras: extraRowsWritten,
    roomTypes: roomTypeRowsWritten,
    boardingPoints: boardingRows,
    itinerary: itineraryRows,
    questions: questionRowsWritten,
    faq: faqRows,
    cancellationTiers: tierRowsWritten,
  };
  const key = field in rows ? rows[field as keyof typeof rows](fields)[Number(index)]?.key : undefined;
  if (key === undefined) return [field, sentence];
  return [`${field}.${key}.${rowNames[part ?? ''] ?? part}`, sentence];
}
