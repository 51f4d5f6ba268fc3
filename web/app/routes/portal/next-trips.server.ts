import { apiPaths } from '@passeio/contract/paths';
import { tripList } from '@passeio/contract/trips';
import { toCard } from '~/features/trips/to-card.server';
import type { TripCardData } from '~/features/trips/trip-card';
import type { Api } from '~/lib/api';
import { loaded } from '~/lib/render.server';

/** The first `size` departures to come, and how many there are in all. */
export async function nextTrips(api: Api, size: number): Promise<{ trips: TripCardData[]; total: number }> {
  const query = { isActive: true, upcoming: true, showImages: true, size };
  const list = await loaded(api.get(apiPaths.trips, tripList, { query }));
  return { trips: list.data.map(toCard), total: list.page.total };
}
