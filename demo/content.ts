import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { QuestionDraft } from '@passeio/contract/trips/questions';

/** A demonstration trip; its date is relative to today. */
export interface DemoTour {
  slug: string;
  title: string;
  /** The day of the departure; or it leaves today, see {@link departureOf}. */
  weekday?: 'dom' | 'seg' | 'ter' | 'qua' | 'qui' | 'sex' | 'sáb';
  weeksAhead?: number;
  leavesToday?: boolean;
  durationDays: number;
  departTime: string;
  returnTime: string;
  priceCents: number;
  childPriceCents: number | null;
  lapChildPriceCents: number | null;
  /** Fares by room, instead of the prices above. */
  roomFares?: [label: string, priceCents: number][];
  /** Rooms of its hotel. */
  roomTypes?: { label: string; places: number; count: number; priceCents: number; emptyBedCents: number }[];
  /** Days before the departure on which people who share with nobody get a single. */
  shareDecisionDays?: number;
  hotel?: string;
  hotelArrival?: string;
  /** Labels of fares that only staff gives. */
  staffFares?: string[];
  /** `stock`: without one there is no limit. */
  extras?: { label: string; description: string; priceCents: number; stock?: number; soldUntilHours?: number }[];
  /** Questions to each participant. */
  questions?: (Pick<QuestionDraft, 'label' | 'kind'> & Partial<QuestionDraft>)[];
  depositPercent: number;
  /** Monthly, the last ten days before the departure. */
  instalments?: number;
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
const weekdays: Record<NonNullable<DemoTour['weekday']>, number> = {
  seg: 1,
  ter: 2,
  qua: 3,
  qui: 4,
  sex: 5,
  sáb: 6,
  dom: 7,
};
const DAYS_PER_WEEK = 7;

/** When a tour departs that is seeded at `now`: on its weekday after today, or within hours. */
export function departureOf(tour: DemoTour, now: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  if (tour.leavesToday) return nearDeparture(now);
  const today = now.toPlainDate();
  const weekday = weekdays[tour.weekday ?? 'sáb'];
  const daysUntil = (weekday - today.dayOfWeek + DAYS_PER_WEEK - 1) % DAYS_PER_WEEK;
  const day = today.add({ days: 1 + daysUntil, weeks: tour.weeksAhead ?? 0 });
  return day.toZonedDateTime({ timeZone: now.timeZoneId, plainTime: tour.departTime });
}

/**
 * Three hours from now at the next half hour, not before 6:00. Late in the evening, when that is not today any more,
 * tomorrow at 5:00: people may board from the day before.
 */
function nearDeparture(now: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  const soon = now.add({ hours: 3 }).round({ smallestUnit: 'minute', roundingIncrement: 30, roundingMode: 'ceil' });
  const today = now.startOfDay();
  const tomorrow = today.add({ days: 1 });
  if (Temporal.ZonedDateTime.compare(soon, tomorrow) >= 0) return tomorrow.with({ hour: 5 });
  const morning = today.with({ hour: 6 });
  return Temporal.ZonedDateTime.compare(soon, morning) < 0 ? morning : soon;
}

/** A boarding point's time, as far from the departure as that of the tour is. */
export function boardingTime(tour: DemoTour, time: string, departure: Temporal.ZonedDateTime): string {
  const after = Temporal.PlainTime.from(time).since(tour.departTime);
  return departure.toPlainTime().add(after).toString({ smallestUnit: 'minute' });
}
