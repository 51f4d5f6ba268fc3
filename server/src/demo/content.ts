import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A demonstration trip; its date is relative to today. */
export interface DemoTour {
  slug: string;
  title: string;
  weekday: 'dom' | 'seg' | 'ter' | 'qua' | 'qui' | 'sex' | 'sáb';
  weeksAhead: number;
  durationDays: number;
  departTime: string;
  returnTime: string;
  priceCents: number;
  childPriceCents: number | null;
  lapChildPriceCents: number | null;
  /** Fares by room, instead of the prices above. */
  roomFares?: [label: string, priceCents: number][];
  /** Labels of fares that only staff gives. */
  staffFares?: string[];
  depositPercent: number;
  vehicle: string;
  seats: number;
  minPassengers: number;
  interstate: boolean;
  /** Clients ask, and the operator accepts or refuses. */
  onRequest?: boolean;
  boardingPoints: [time: string, place: string][];
  includes: string[];
  excludes: string[];
  bring: string[];
}

export interface DemoPicture {
  file: string;
  alt: string;
}

interface DemoTexts {
  summary: string;
  risks: string;
  itinerary: { day: number; time: string | null; text: string }[];
}

const folder = import.meta.dirname;

export const readTours = () => readJson<DemoTour[]>('tours.json');
export const readTexts = () => readJson<Record<string, DemoTexts>>('itineraries.json');
export const readOperator = () => readJson<Record<string, string>>('operator.json');
/** Each tour's pictures, the card's first. */
export const readPictures = () => readJson<Record<string, DemoPicture[]>>('posters/pictures.json');
export const readPoster = (file: string) => readFile(join(folder, 'posters', `${file}.webp`));
export const readDescription = (slug: string) => readFile(join(folder, 'descriptions', `${slug}.html`), 'utf8');

async function readJson<Content>(name: string): Promise<Content> {
  return JSON.parse(await readFile(join(folder, name), 'utf8')) as Content;
}

// ISO weekday numbers.
const weekdays: Record<DemoTour['weekday'], number> = { seg: 1, ter: 2, qua: 3, qui: 4, sex: 5, sáb: 6, dom: 7 };
const DAYS_PER_WEEK = 7;

/** The next such weekday after today, plus `weeks`, in the operator's time zone. */
export function departureDate(weekday: DemoTour['weekday'], weeksAhead: number, timeZone: string): Temporal.PlainDate {
  const today = Temporal.Now.plainDateISO(timeZone);
  const daysUntil = (weekdays[weekday] - today.dayOfWeek + DAYS_PER_WEEK - 1) % DAYS_PER_WEEK;
  return today.add({ days: 1 + daysUntil, weeks: weeksAhead });
}
