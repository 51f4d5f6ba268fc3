import type { ChosenExtra } from '@passeio/contract/reservations/quote';
import { type ExtraTaker, takersIn } from '@passeio/contract/trips/extra-rules';
import type { TripExtra } from '@passeio/contract/trips/extras';
import type { PartyEntry } from '@passeio/contract/trips/pricing';
import type { Trip } from '@passeio/contract/trips/trips';
import type { ApiError } from '~/lib/api';
import { api } from '../session/api';
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
  trip: Pick<Trip, 'slug' | 'fares' | 'extras' | 'date'>,
  { chosen, party }: { chosen: readonly ChosenExtra[]; party: readonly PartyEntry[] },
): Promise<RevisedExtras> {
  const people = takersIn(trip.fares, party);
  const before = trip.extras.find(({ id }) => id === error.extraId);
  const extras = withoutRefused(error, extrasOnSale(await readAgain(trip), Date.now()));
  if (error.code === 'EXTRA_REQUIRED') return withRequired(error, extras, { chosen, people });
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
      now?.choice === 'required' && error.code === 'EXTRA_SOLD_OUT'
        ? 'Sem ele não dá para reservar: diminua o grupo ou fale com a gente.'
        : `${count > 0 ? `Deixamos ${count}.` : 'Tiramos da sua escolha.'} ${GO_ON}`,
    ].join(' '),
  };
}

const GO_ON = 'O resto continua igual: confira o total e toque de novo.';

// The server knows birth dates that this page does not: nobody of the party may seem to need it.
function withRequired(
  error: ApiError,
  extras: TripExtra[],
  { chosen, people }: { chosen: readonly ChosenExtra[]; people: readonly ExtraTaker[] },
): RevisedExtras {
  const wanted = extras.find(({ id }) => id === error.extraId);
  const count = wanted ? countOfExtra(chosen, wanted.id) : 0;
  const more = wanted && { extraId: wanted.id, count: nearestCount(wanted, people, count + 1, count) };
  const others = chosen.filter(({ extraId }) => extraId !== more?.extraId);
  const revised = fittingExtras(extras, more ? [...others, more] : others, people);
  return {
    extras,
    chosen: revised,
    notice: `${error.fields.extras ?? error.message} Incluímos na sua escolha. ${GO_ON}`,
  };
}

async function readAgain(trip: Pick<Trip, 'slug' | 'extras' | 'date'>): Promise<Pick<Trip, 'extras' | 'date'>> {
  try {
    const { tripRoutes } = await import('@passeio/contract/trips/trip-routes');
    return await api.call(tripRoutes.read, { params: { id: trip.slug }, session: 'none' });
  } catch (error) {
    console.warn('The trip could not be read again', error);
    return trip;
  }
}

function withoutRefused({ code, extraId }: ApiError, extras: TripExtra[]): TripExtra[] {
  // Somebody is not as old as this page takes them for: it may be left out for them.
  if (code === 'EXTRA_AGE') return extras.map((one) => (one.id === extraId ? { ...one, choice: 'optional' } : one));
  return code === 'EXTRA_CLOSED' || code === 'EXTRA_UNKNOWN' ? extras.filter(({ id }) => id !== extraId) : extras;
}
