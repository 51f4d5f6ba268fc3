import { passengerRoutes } from '@passeio/contract/boarding/passenger-routes';
import { GOING, type PassengerFilters, type PassengerList, passengerList } from '@passeio/contract/boarding/passengers';
import { z } from '@passeio/contract/zod';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../session/api';
import { readUserCache, writeUserCache } from '../../session/own-copies';
import { load } from '../../session/queries';
import { deleteCachesOfOthers } from '../../session/user-cache';
import { ownerId } from '../../session/user-store';

const NAME = 'passenger-lists';
/** Only the lists opened last, so that little personal data stays on a device. */
const MAX_LISTS = 5;
const DAY_MS = 24 * 60 * 60 * 1000;

/** A trip's passenger list, cached for reading offline. `savedAt`: time of the API's answer, ISO 8601. */
const savedList = z.object({ savedAt: z.string(), list: passengerList });
export type SavedList = z.infer<typeof savedList>;

/** The passengers of a trip, of which a copy is kept. */
export function passengersOf(tripId: string, filters: PassengerFilters) {
  const query = load(passengerRoutes.list, { params: { tripId }, query: filters });
  return queryOptions({
    ...query,
    queryFn: async ({ signal }) => {
      const list = await loadPassengers(tripId, filters, signal);
      void saveList(list, filters);
      return list;
    },
  });
}

function loadPassengers(tripId: string, filters: PassengerFilters, signal?: AbortSignal): Promise<PassengerList> {
  return api.call(passengerRoutes.list, { params: { tripId }, query: filters, signal, toast: false });
}

/** Caches a trip's whole list, after `opened` was loaded with `filters`. Failures are only logged. */
async function saveList(opened: PassengerList, filters: PassengerFilters): Promise<void> {
  const tripId = opened.trip.id;
  const owner = ownerId();
  if (owner === null) return;
  try {
    const saved = {
      savedAt: new Date().toISOString(),
      list: isWhole(opened, filters) ? opened : await loadWholeList(tripId),
    };
    const others = (await readLists(owner)).filter(({ list }) => list.trip.id !== tripId);
    // The user may have signed out meanwhile, which deleted the cache.
    if (ownerId() !== owner) return;
    await writeUserCache(owner, NAME, [saved, ...others].slice(0, MAX_LISTS));
    if (ownerId() !== owner) await deleteCachesOfOthers(ownerId());
  } catch (error) {
    console.warn('Passenger list could not be saved', error);
  }
}

/** The signed-in user's cached list of a trip. */
export async function readSavedList(tripId: string): Promise<SavedList | undefined> {
  return (await readSavedLists()).find(({ list }) => list.trip.id === tripId);
}

/** The signed-in user's cached lists, the last opened first. */
export async function readSavedLists(): Promise<SavedList[]> {
  const owner = ownerId();
  return owner === null ? [] : readLists(owner);
}

/** Drops trips that ended more than a day ago. */
async function readLists(owner: string): Promise<SavedList[]> {
  const { data = [] } = z.array(savedList).safeParse(await readUserCache(owner, NAME).catch(() => undefined));
  return data.filter(({ list }) => Date.parse(list.trip.returnDate) > Date.now() - DAY_MS);
}

function isWhole(
  { data, page }: PassengerList,
  { state, sort, q, boardingPointId, missing, reservationId }: PassengerFilters,
): boolean {
  const isNarrowed = [q, boardingPointId, missing, reservationId].some((one) => one !== undefined);
  return state === GOING && sort === 'boarding' && !isNarrowed && data.length === page.total;
}

async function loadWholeList(tripId: string): Promise<PassengerList> {
  const filters = { state: GOING, sort: 'boarding', size: 100 } as const;
  const first = await loadPassengers(tripId, { ...filters, page: 1 });
  const data = [...first.data];
  for (let page = 2; data.length < first.page.total; page += 1) {
    const next = await loadPassengers(tripId, { ...filters, page });
    if (next.data.length === 0) break;
    data.push(...next.data);
  }
  return { ...first, data };
}
