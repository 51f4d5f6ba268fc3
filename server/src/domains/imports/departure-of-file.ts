import { formatDay } from '@passeio/contract/format-moments';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { parseDay, plainText } from '../../platform/spreadsheets/written-values.ts';
import type { ImportSheet } from './sheet.ts';

interface Departure {
  id: string;
  title: string;
  day: string;
}

/** Whether a list has no columns for the trip and its day: then all of it is of one departure. */
export const lacksDeparture = (sheet: ImportSheet) =>
  ['trip', 'day'].some((field) => sheet.columnsOf(field).length === 0);

/** The trips to come, the next one first. */
export function readDepartures(db: Database, timeZone: string): Promise<Departure[]> {
  return db
    .selectFrom('trips')
    .select(['id', 'title', sql<string>`(departs_at at time zone ${timeZone})::date::text`.as('day')])
    .where('archived_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .where('departs_at', '>', sql<Date>`now()`)
    .orderBy('departs_at')
    .orderBy('id')
    .execute();
}

/** The departure that a whole file is about, proposed from its title and names. */
export function askDeparture(sheet: ImportSheet, departures: readonly Departure[]): string | undefined {
  return sheet.ask({
    key: 'trip',
    text: 'De que saída é este arquivo todo?',
    choices: departures.map(({ id, title, day }) => ({ value: id, label: `${title} · ${formatDay(day)}` })),
    proposed: proposedOf(sheet.about, departures)?.id,
  });
}

const DATES = /\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}|\d{1,2} de \p{L}+ de \d{4}|\d{4}-\d{2}-\d{2}/giu;
const WITHOUT_YEAR = /\b(\d{1,2})[/.-](\d{1,2})\b(?![/.-]?\d)/g;

function proposedOf(about: string, departures: readonly Departure[]): Departure | undefined {
  const text = ` ${plainText(about)} `;
  const days = [...about.matchAll(DATES)].flatMap(([date]) => parseDay(date) ?? []);
  const short = [...about.matchAll(WITHOUT_YEAR)].map(
    ([, day = '', month = '']) => `-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
  );
  const isNamed = ({ title }: Departure) => text.includes(` ${plainText(title)} `) || namesPart(text, title);
  const named = departures.filter(isNamed);
  const dated = named.filter(({ day }) => days.includes(day) || short.some((end) => day.endsWith(end)));
  if (days.length + short.length > 0) return dated.length === 1 ? dated[0] : undefined;
  return named.length === 1 ? named[0] : undefined;
}

// "Lista Capitólio" is of "Capitólio: cânions e cachoeiras".
function namesPart(text: string, title: string): boolean {
  const [first = ''] = plainText(title).split(' ');
  return first.length > 3 && text.includes(` ${first} `);
}
