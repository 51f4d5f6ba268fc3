import { crewConflictText } from '@passeio/contract/crew/crew-conflicts';
import { formatLongMoment } from '@passeio/contract/format-moments';
import { datesOfRule, holidayOf, MAX_TRIP_COPIES } from '@passeio/contract/trips/date-rule';
import type { CopiedDatesPreview, TripCopies } from '@passeio/contract/trips/trip-changes';
import type { Database } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { crewConflictsAt } from '../../crew/index.ts';
import { readTimeZone } from '../../settings/index.ts';
import { listTripVehicles } from '../trip/trip-vehicles.queries.ts';
import { departuresOfSeries, findTrip, type TripRow } from '../trip/trips.queries.ts';
import { overlapsOf } from '../trip/vehicle-overlaps.ts';

type AskedDates = Pick<TripCopies, 'dates' | 'rule'>;

/**
 * The dates of copies, ascending: those that are named, and those of the rule on which the trip does not depart yet.
 * Throws TRIP_NOT_FOUND, and INVALID_INPUT for a rule that makes none, or too many.
 */
export async function copiedDates(db: Database, id: string, asked: AskedDates): Promise<string[]> {
  if (!asked.rule) return asked.dates.toSorted();
  const { named, ofRule, taken } = await readDates(db, id, asked);
  return requireDates([...named, ...ofRule.filter((date) => !taken.has(date))]);
}

/** The dates of copies, those that are taken included, with what speaks against each. Throws as {@link copiedDates}. */
export async function previewCopies(db: Database, id: string, asked: AskedDates): Promise<CopiedDatesPreview> {
  const { original, timeZone, named, ofRule, taken } = await readDates(db, id, asked);
  const vehicles = await listTripVehicles(db, [id]);
  const dates: CopiedDatesPreview['dates'] = [];
  for (const date of requireDates([...named, ...ofRule])) {
    const { departsAt, returnsAt } = timesOn(original, date, timeZone);
    const overlaps = await overlapsOf(db, { tripId: id, vehicles, departsAt, returnsAt });
    const ofVehicles = overlaps.map(({ vehicleId, title, date: at }) => {
      const name = vehicles.find(({ vehicle_id }) => vehicle_id === vehicleId)?.name;
      return { kind: 'vehicle' as const, text: `${name} já está em “${title}”, ${formatLongMoment(at, timeZone)}` };
    });
    const crew = { departsAt: new Date(departsAt), returnsAt: new Date(returnsAt), isCopy: true };
    const ofCrew = (await crewConflictsAt(db, id, crew)).flatMap(({ name, conflicts }) =>
      conflicts.map((one) => ({ kind: 'crew' as const, text: `${name}: ${crewConflictText(one, timeZone)}` })),
    );
    const sameTrip = taken.has(date) ? [{ kind: 'same_trip' as const, text: 'Este passeio já sai nesse dia' }] : [];
    dates.push({ date, holiday: holidayOf(date) ?? null, conflicts: [...sameTrip, ...ofVehicles, ...ofCrew] });
  }
  return { dates };
}

/** When a copy of a trip on a date would depart and return: at the same times of day, as many days apart. */
export function timesOn(original: Pick<TripRow, 'departs_at' | 'returns_at'>, date: string, timeZone: string) {
  const departure = localTime(original.departs_at, timeZone);
  const days = departure.toPlainDate().until(date, { largestUnit: 'days' });
  const moved = (at: Date) => localTime(at, timeZone).add(days).toZonedDateTime(timeZone).toInstant().toString();
  return { departsAt: moved(original.departs_at), returnsAt: moved(original.returns_at), days };
}

/** A moment as clocks and calendars of the operator show it. */
export function localTime(at: Date | string, timeZone: string): Temporal.PlainDateTime {
  return Temporal.Instant.from(new Date(at).toISOString()).toZonedDateTimeISO(timeZone).toPlainDateTime();
}

// A rule begins tomorrow, or after the trip's own date where that is later.
async function readDates(db: Database, id: string, { dates, rule }: AskedDates) {
  const original = await findTrip(db, 'id', id);
  if (!original) throw new AppError('TRIP_NOT_FOUND');
  const timeZone = await readTimeZone(db);
  const dayOf = (at: Date) => localTime(at, timeZone).toPlainDate().toString();
  const anchor = dayOf(original.departs_at);
  const today = Temporal.Now.plainDateISO(timeZone).toString();
  const ofRule = rule ? datesOfRule(rule, { anchor, after: anchor > today ? anchor : today }) : [];
  const taken = new Set((await departuresOfSeries(db, original.series_id)).map(dayOf));
  return { original, timeZone, named: dates, ofRule, taken };
}

function requireDates(found: string[]): string[] {
  const dates = [...new Set(found)].toSorted();
  const refuse = (text: string) => new AppError('INVALID_INPUT', { 'rule.until': text });
  if (dates.length === 0) throw refuse('Nenhuma data nova até esse dia. Escolha um dia mais tarde.');
  if (dates.length > MAX_TRIP_COPIES) {
    throw refuse(`São datas demais: use no máximo ${MAX_TRIP_COPIES} de cada vez. Escolha um dia mais cedo.`);
  }
  return dates;
}
