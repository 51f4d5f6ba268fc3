import { publicSettingsRoutes } from '@passeio/contract/operator/public-settings-routes';
import { tripRoutes } from '@passeio/contract/trips/trip-routes';
import type { Trip } from '@passeio/contract/trips/trips';
import type { Api } from '~/lib/api';
import { type Formats, formatsIn } from '~/lib/formats';
import { loaded } from '~/lib/render.server';

interface NextTrips {
  trips: Trip[];
  /** Total; of a search with very many matches at least so many. */
  total: number;
  totalIsMinimum: boolean;
  formats: Formats;
}

/** A page of `size` upcoming departures; `text` searches them, `otherDatesOf` keeps those of a trip's series. */
export async function loadNextTrips(
  api: Api,
  { otherDatesOf, ...part }: { size: number; page?: number; text?: string; otherDatesOf?: string },
): Promise<NextTrips> {
  const query = { isActive: true, upcoming: true, showImages: !otherDatesOf, otherDatesOf, ...part };
  const [list, { timeZone }] = await Promise.all([
    loaded(api.call(tripRoutes.list, { query })),
    loaded(api.call(publicSettingsRoutes.read)),
  ]);
  const { total, totalIsMinimum = false } = list.page;
  return { trips: list.data, total, totalIsMinimum, formats: formatsIn(timeZone) };
}
