import { tripRoutes } from '@passeio/contract/trips/trip-routes';
import type { Trip, TripFilters } from '@passeio/contract/trips/trips';
import { load } from '~/features/session/queries';
import { useFormats } from '~/lib/formats';
import { type Lookup, useLookup } from '~/lib/use-lookup';

/** How many departures a search offers. */
const OFFERED = 30;
const DAY = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2}))?$/;
const MONTH = /^(\d{1,2})\/(\d{4})$/;
/** Years until each day of the calendar has come again. */
const LEAP_YEARS = 8;

interface FoundDepartures {
  departures: Trip[];
  /** How many more there are, which a longer search finds. */
  more: number;
}

/** Departures to come that take place, found by title and day while somebody types; the next ones before that. */
export function useDepartures(typed: string): Lookup<FoundDepartures> {
  const { today } = useFormats();
  const found = useLookup(typed, 0, (q) => {
    const filters = { upcoming: true, cancelled: false, showImages: false, sort: 'date', size: OFFERED } as const;
    return load(tripRoutes.list, { query: { ...filters, ...departureFilters(q, today) } });
  });
  if (typeof found === 'string') return found;
  return { departures: found.data, more: Math.max(found.page.total - found.data.length, 0) };
}

/** What somebody typed for a departure: a day, as "05/12" or "05/12/2027", or a month, "12/2027"; the rest is its title. */
export function departureFilters(typed: string, today: string): Pick<TripFilters, 'text' | 'month' | 'from' | 'to'> {
  const words = typed.split(/[\s,·]+/).filter(Boolean);
  const text = words.filter((word) => !/^[\d/]*\/[\d/]*$/.test(word)).join(' ');
  const day = words.map((word) => dayOf(word, today)).find(Boolean);
  const month = words.map(monthOf).find(Boolean);
  return { ...(text && { text }), ...(day ? { from: day, to: day } : month && { month }) };
}

function dayOf(word: string, today: string): string | undefined {
  const [, day = '', month = '', year] = DAY.exec(word) ?? [];
  if (!day) return undefined;
  const dayIn = (written: number | string) => {
    const date = `${String(written).padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
    const time = Date.parse(`${date}T00:00:00Z`);
    // 31/02 would be a day of March.
    return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date) ? date : undefined;
  };
  if (year) return dayIn(year);
  const years = Array.from({ length: LEAP_YEARS + 1 }, (_, index) => Number(today.slice(0, 4)) + index);
  return years.map(dayIn).find((date) => date !== undefined && date >= today);
}

function monthOf(word: string): string | undefined {
  const [, month = '', year] = MONTH.exec(word) ?? [];
  return Number(month) >= 1 && Number(month) <= 12 ? `${year}-${month.padStart(2, '0')}` : undefined;
}
