import { formatMonthName, monthKey } from '~/lib/formats';

export interface Month<Item> {
  /** "2026-12". */
  key: string;
  /** "DEZEMBRO". */
  name: string;
  year: string;
  trips: Item[];
}

/** Groups trips by month of departure in the operator's time zone, in the given order. */
export function byMonth<Item extends { date: string }>(trips: Item[], timeZone: string): Month<Item>[] {
  const months = new Map<string, Month<Item>>();
  for (const trip of trips) {
    const key = monthKey(trip.date, timeZone);
    const month = months.get(key);
    if (month) month.trips.push(trip);
    else months.set(key, { key, name: formatMonthName(trip.date, timeZone), year: key.slice(0, 4), trips: [trip] });
  }
  return [...months.values()];
}
