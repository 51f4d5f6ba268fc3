import { randomUUIDv7 } from 'node:crypto';
import { isSameLabel } from '@passeio/contract/trips/fare-labels';
import type { Fare, FareDraft } from '@passeio/contract/trips/fares';
import { AppError } from '../../../platform/http/errors.ts';
import type { FareRow } from './fares.queries.ts';

/**
 * The rows of a trip's drafted fares, in their order. `known` are its stored ones; a draft without an id that has the
 * label of one of them keeps its id. Throws INVALID_INPUT for an id that is not of this trip, or stands there twice.
 */
export function faresOfDraft(tripId: string, drafts: FareDraft[], known: FareRow[]): FareRow[] {
  const free = new Set(known.map(({ id }) => id));
  const claimed = drafts.map(({ id }) => {
    if (id !== undefined && !free.delete(id.toLowerCase())) {
      throw new AppError('INVALID_INPUT', {
        fares: 'Há uma tarifa que não é deste passeio. Recarregue a página e tente de novo.',
      });
    }
    return id?.toLowerCase();
  });
  return drafts.map((draft, position) => {
    const same = known.find(({ id, label }) => free.has(id) && isSameLabel(label, draft.label))?.id;
    return {
      id: claimed[position] ?? same ?? randomUUIDv7(),
      trip_id: tripId,
      position,
      label: draft.label,
      min_age: draft.minAge,
      max_age: draft.maxAge,
      price_cents: draft.priceCents,
      takes_place: draft.takesPlace,
      audience: draft.audience,
    };
  });
}

export function presentFare(row: FareRow): Fare {
  return {
    id: row.id,
    label: row.label,
    minAge: row.min_age,
    maxAge: row.max_age,
    priceCents: row.price_cents,
    takesPlace: row.takes_place,
    audience: row.audience,
  };
}
