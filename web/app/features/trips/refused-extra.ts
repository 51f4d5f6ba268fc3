import type { ChosenExtra } from '@passeio/contract/reservations/quote';
import type { TripExtra } from '@passeio/contract/trips/extras';
import type { Trip } from '@passeio/contract/trips/trips';
import type { ApiError } from '~/lib/api';
import { publicApi } from '../session/api';
import { countOfExtra, extrasOnSale, fittingExtras, nearestCount } from './extras';

/** The extras as they are now, what can be had of those chosen, and what changed. */
export interface RevisedExtras {
  extras: TripExtra[];
  chosen: ChosenExtra[];
  notice: string;
}

/** After the API refused an extra: it is reduced or taken out, everything else stays as it was chosen. */
export async function reviseExtras(
  error: ApiError,
  trip: Pick<Trip, 'slug' | 'extras' | 'date'>,
  { chosen, people }: { chosen: readonly ChosenExtra[]; people: number },
): Promise<RevisedExtras> {
  const before = trip.extras.find(({ id }) => id === error.extraId);
  const extras = withoutRefused(error, extrasOnSale(await readAgain(trip), Date.now()));
  const wanted = before ? countOfExtra(chosen, before.id) : 0;
  const now = extras.find(({ id }) => id === error.extraId);
  // One less at least: the page's trip may be a second old.
  const count = now ? nearestCount(now, people, wanted - 1, wanted) : 0;
  const left = fittingExtras(extras, chosen, people);
  return {
    extras,
    chosen: left.flatMap((one) => (one.extraId !== error.extraId ? [one] : count > 0 ? [{ ...one, count }] : [])),
    notice: [
      error.fields.extras ?? (before ? `${before.label}: não é mais oferecido.` : error.message),
      count > 0 ? `Deixamos ${count}.` : 'Tiramos da sua escolha.',
      'O resto continua igual: confira o total e toque de novo.',
    ].join(' '),
  };
}

async function readAgain(trip: Pick<Trip, 'slug' | 'extras' | 'date'>): Promise<Pick<Trip, 'extras' | 'date'>> {
  try {
    const { tripRoutes } = await import('@passeio/contract/trips/trip-routes');
    return (await publicApi.call(tripRoutes.read, { params: { id: trip.slug } })) ?? trip;
  } catch (error) {
    console.warn('The trip could not be read again', error);
    return trip;
  }
}

function withoutRefused({ code, extraId }: ApiError, extras: TripExtra[]): TripExtra[] {
  return code === 'EXTRA_CLOSED' || code === 'EXTRA_UNKNOWN' ? extras.filter(({ id }) => id !== extraId) : extras;
}
