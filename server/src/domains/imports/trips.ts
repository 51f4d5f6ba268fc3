import { isDeepStrictEqual } from 'node:util';
import { isSameLabel } from '@passeio/contract/fare-labels';
import { line } from '@passeio/contract/fields';
import { type FareDraft, faresOfPrices } from '@passeio/contract/trips/fares';
import { type TripDraft, tripDraft, usualDraft } from '@passeio/contract/trips/trip-draft';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { plainText } from '../../platform/spreadsheets/written-values.ts';
import { readTimeZone } from '../settings/index.ts';
import { changeTrip, createTrip, lockTrip, readStoredDraft, type StoredDraft } from '../trips/index.ts';
import { readTime } from './cell-texts.ts';
import { readDeposit } from './deposits.ts';
import { idle, type PlannedRow, type Writer } from './plan.ts';
import type { ImportSheet } from './sheet.ts';
import type { WrittenRow } from './written-cells.ts';

const DEPARTURE = '06:00';
const RETURN = '20:00';
const MAX_CAPACITY = 1_000;

interface KnownTrip {
  id: string;
  title: string;
  day: string;
}

/** What a row says; what it does not say stays as it is, or is as usual for a new trip. */
interface WrittenTrip {
  title: string;
  day: string;
  capacity: number;
  prices: { adult: number; child: number | null; lapChild: number | null };
  set: Partial<TripDraft>;
  time: string | undefined;
  returnDay: string | undefined;
  returnTime: string | undefined;
}

/** The trips of a file: known by title and day of departure. */
export async function planTrips(db: Database, sheet: ImportSheet): Promise<PlannedRow[]> {
  const timeZone = await readTimeZone(db);
  const known = await readTripsByKey(db, timeZone);
  const seen = new Map<string, number>();
  const planned: PlannedRow[] = [];
  for (const row of sheet.rows.filter(({ isIgnored }) => !isIgnored))
    planned.push(await planTrip(db, row, { timeZone, known, seen }));
  return planned;
}

const keyOf = ({ title, day }: Pick<KnownTrip, 'title' | 'day'>) => `${plainText(title)} ${day}`;

/** Trips by title and day, but for cancelled and archived ones. */
async function readTripsByKey(db: Database, timeZone: string): Promise<Map<string, KnownTrip>> {
  const trips = await db
    .selectFrom('trips')
    .select(['id', 'title', sql<string>`(departs_at at time zone ${timeZone})::date::text`.as('day')])
    .where('archived_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .orderBy('departs_at', 'desc')
    .orderBy('id')
    .execute();
  return new Map(trips.map((trip) => [keyOf(trip), trip]));
}

interface Facts {
  timeZone: string;
  known: Map<string, KnownTrip>;
  seen: Map<string, number>;
}

async function planTrip(db: Database, row: WrittenRow, { timeZone, known, seen }: Facts): Promise<PlannedRow> {
  const written = readWritten(row);
  if (!written || row.hasErrors) return idle(row);
  const key = keyOf(written);
  const earlierLine = seen.get(key);
  if (earlierLine !== undefined) row.refuse('title', `O mesmo passeio, no mesmo dia, já está na linha ${earlierLine}.`);
  seen.set(key, row.line);
  const found = known.get(key);
  const before = found && (await readStoredDraft(db, found.id));
  const draft = tripDraft.safeParse(draftOf(written, timeZone, before));
  if (!draft.success) for (const { message } of draft.error.issues) row.refuse(null, message);
  if (!draft.success || row.hasErrors) return idle(row);
  if (!before) {
    if (draft.data.date < new Date().toISOString()) row.warn('day', 'Esta saída já passou.');
    return { line: row.line, outcome: 'create', problems: row.problems, write: (to) => create(to, draft.data) };
  }
  if (isSameDraft(before.draft, draft.data)) return idle(row);
  const write = (to: Writer) => update(to, before, draft.data);
  return { line: row.line, outcome: 'update', problems: row.problems, write };
}

function readWritten(row: WrittenRow): WrittenTrip | undefined {
  const title = row.checked('title', tripTitle, { isRequired: true });
  const days =
    row.days('day') ?? (row.text('day') ? undefined : row.refuse('day', 'Data da saída: preencha este campo.'));
  const capacity = row.number('capacity', MAX_CAPACITY) ?? missing(row, 'capacity', 'Vagas');
  const adult = row.cents('price') ?? missing(row, 'price', 'Preço');
  const prices = { child: row.cents('childPrice') ?? null, lapChild: row.cents('lapPrice') ?? null };
  const boardingPoints = readBoarding(row);
  const [deposit, minimum, isActive] = [
    readDeposit(row, adult),
    row.number('minimum', MAX_CAPACITY),
    row.flag('isActive'),
  ];
  const [vehicle, summary] = [row.text('vehicle'), row.text('summary')];
  const set: Partial<TripDraft> = {
    ...(deposit !== undefined && { depositPercent: deposit }),
    ...(minimum !== undefined && { minParticipants: minimum }),
    ...(isActive !== undefined && { isActive }),
    ...(vehicle && { vehicle }),
    ...(summary && { summary }),
    ...(boardingPoints && { boardingPoints }),
  };
  const time = row.time('time') ?? readTime(row.text('day'));
  const returnTime = row.time('returnTime') ?? readTime(row.text('returnDay'));
  const lastDay = days && days.to > days.from ? days.to : undefined;
  const returnDay = row.day('returnDay') ?? lastDay;
  if (!title || !days || capacity === undefined || adult === undefined) return undefined;
  return { title, day: days.from, capacity, prices: { adult, ...prices }, set, time, returnDay, returnTime };
}

const tripTitle = line('Passeio', { min: 3, max: 120 });

function missing(row: WrittenRow, field: string, label: string): undefined {
  if (!row.text(field)) row.refuse(field, `${label}: preencha este campo.`);
}

/** The points of "05:00 Rodoviária; 05:30 Praça Central". */
function readBoarding(row: WrittenRow): TripDraft['boardingPoints'] | undefined {
  const text = row.text('boarding');
  if (!text) return undefined;
  const points = text
    .split(/\s*[;|\n]\s*/)
    .filter(Boolean)
    .map((part) => {
      const [, time = '', place = ''] = /^(\d{1,2}\s*[:h]\s*\d{0,2}h?)\s*[-–—]?\s*(.*)$/i.exec(part) ?? [];
      return { time: readTime(time.trim()), place: place || part };
    });
  if (points.every((point): point is { time: string; place: string } => point.time !== undefined)) return points;
  row.warn('boarding', 'Embarques sem hora ficam de fora. Escreva como 05:00 Rodoviária; 05:30 Praça.');
  return points.flatMap(({ time, place }) => (time ? { time, place } : []));
}

function draftOf(written: WrittenTrip, timeZone: string, before: StoredDraft | undefined): unknown {
  const kept = before?.draft;
  const startsAt = kept && zoned(kept.date, timeZone);
  const endsAt = kept && zoned(kept.returnDate, timeZone);
  const time = written.time ?? startsAt?.time ?? DEPARTURE;
  const returnDay = written.returnDay ?? endsAt?.day ?? written.day;
  const returnTime =
    written.returnTime ?? endsAt?.time ?? (returnDay === written.day && time >= RETURN ? '23:59' : RETURN);
  const fares = faresOfPrices(written.prices);
  return {
    ...(kept ?? usualDraft),
    title: written.title,
    date: sameMinute(kept?.date, instantOf(written.day, time, timeZone)),
    returnDate: sameMinute(kept?.returnDate, instantOf(returnDay, returnTime, timeZone)),
    capacity: written.capacity,
    fares: kept ? pricedAnew(kept.fares, written.prices) : fares,
    ...written.set,
    ...(kept && written.set.boardingPoints && { boardingPoints: keepPoints(kept, written.set.boardingPoints) }),
  };
}

// A point of the same place stays that point: people board there.
function keepPoints(kept: TripDraft, points: TripDraft['boardingPoints']): TripDraft['boardingPoints'] {
  return points.map((point) => {
    const same = kept.boardingPoints.find(({ place }) => plainText(place) === plainText(point.place));
    return same ? { ...same, time: point.time } : point;
  });
}

/** The fares of a trip with the three usual prices of a file; others stay. */
function pricedAnew(kept: FareDraft[], prices: WrittenTrip['prices']): FareDraft[] {
  const fares = [...kept];
  for (const [index, { priceCents, ...fare }] of faresOfPrices(prices).entries()) {
    const at = index === 0 ? firstAdult(fares) : fares.findIndex(({ label }) => isSameLabel(label, fare.label));
    const known = fares[at];
    if (known) fares[at] = { ...known, priceCents };
    else fares.push({ ...fare, priceCents });
  }
  return fares;
}

export const firstAdult = (fares: readonly Pick<FareDraft, 'audience' | 'takesPlace'>[]) =>
  fares.findIndex(({ audience, takesPlace }) => audience === 'public' && takesPlace);

function instantOf(day: string, time: string, timeZone: string): string {
  return new Date(
    Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(timeZone).epochMilliseconds,
  ).toISOString();
}

/** The instant as it is kept, if a sheet, which has no seconds, says the same. */
const sameMinute = (kept: string | undefined, written: string) =>
  kept?.slice(0, 16) === written.slice(0, 16) ? kept : written;

export function zoned(instant: string, timeZone: string): { day: string; time: string } {
  const at = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone);
  return { day: at.toPlainDate().toString(), time: at.toPlainTime().toString().slice(0, 5) };
}

/** Whether two drafts say the same, in whatever order their objects have it. */
function isSameDraft(one: TripDraft, other: TripDraft): boolean {
  const plain = (draft: TripDraft): unknown => JSON.parse(JSON.stringify(draft));
  return isDeepStrictEqual(plain(one), plain(other));
}

async function create({ trx, actor, note }: Writer, draft: TripDraft): Promise<void> {
  const { id } = await createTrip(trx, actor, draft);
  const row = await lockTrip(trx, id);
  note({ subject: 'trip', subject_id: id, is_new: true, mark: String(row?.version) });
}

async function update({ trx, actor, follower, note }: Writer, stored: StoredDraft, draft: TripDraft): Promise<void> {
  const { id, version, draft: before } = stored;
  await changeTrip(trx, { actor, follower }, { ...draft, id, version, notice: { tell: false } });
  const row = await lockTrip(trx, id);
  note({ subject: 'trip', subject_id: id, is_new: false, before: { ...before }, mark: String(row?.version) });
}
