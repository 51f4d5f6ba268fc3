import type { Formats } from '~/lib/formats';

export interface Month<Item> {
  /** "2026-12". */
  key: string;
  /** "DEZEMBRO". */
  name: string;
  year: string;
  trips: Item[];
}

/** Groups trips by month of departure in the given order. */
export function groupByMonth<Item extends { date: string }>(trips: Item[], formats: Formats): Month<Item>[] {
  const months = new Map<string, Month<Item>>();
  for (const trip of trips) {
    const key = formats.formatIsoDate(trip.date).slice(0, 7);
    const month = months.get(key);
    if (month) month.trips.push(trip);
    else months.set(key, { key, name: formats.formatMonthName(trip.date), year: key.slice(0, 4), trips: [trip] });
  }
  return [...months.values()];
}
