import type { LineChange } from '@passeio/contract/lines';
import { extraLine } from '@passeio/contract/reservations/quote';
import { type ExtraTaker, requiredChange } from '@passeio/contract/trips/extra-rules';
import { extraText } from '@passeio/contract/trips/extras';
import type { Fare } from '@passeio/contract/trips/fares';
import type { Changes } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { requireStock } from '../../inventory/index.ts';
import { listExtras, presentExtra } from '../../trips/index.ts';
import type { StoredLine } from '../reservation/lines.ts';
import { ageOf, type Departure } from '../reservation/party.ts';
import type { Person } from '../reservation/person.ts';
import type { OpenParty } from './open-party.ts';

type Taker = { fare_id: string; takes_place: boolean; birthdate: string | null };

/** A participant as the rules of extras see them. */
export function takerOf(
  { fares, departure }: { fares: readonly Fare[]; departure: Departure },
  { fare_id, takes_place, birthdate }: Taker,
): ExtraTaker {
  // A fare that the trip has no more says no ages.
  const ofAnybody = { minAge: null, maxAge: null, takesPlace: takes_place };
  const fare = fares.find(({ id }) => id === fare_id) ?? ofAnybody;
  return { fare, age: birthdate ? ageOf(birthdate, departure) : null };
}

/**
 * The lines by which the required extras follow people of a locked party: a person who is new, or has another fare or
 * birth date. New people cannot come without one that is sold out; a birth date is corrected all the same. Through
 * their own link participants change no price. Throws EXTRA_SOLD_OUT.
 */
export async function followRequired(
  trx: DatabaseTransaction,
  party: OpenParty,
  staying: readonly Person[],
): Promise<LineChange<StoredLine>> {
  const before = new Map(party.people.map((one) => [one.id, one]));
  const isSame = (one: Person) => {
    const known = before.get(one.id);
    return known && known.fare_id === one.fare_id && known.birthdate === one.birthdate;
  };
  const people = party.editor === 'participant' ? [] : staying.filter((one) => !isSame(one));
  if (people.length === 0) return { ended: [], added: [] };
  const extras = (await listExtras(trx, [party.trip.id])).map(presentExtra);
  const lines = party.lines.map((line) => ({ line, extraId: line.sourceId, quantity: line.quantity }));
  const changes = people.map((person) => ({
    person,
    ...requiredChange(
      extras,
      takerOf(party, person),
      lines.filter(({ line }) => line.participantId === person.id),
    ),
  }));
  const added = changes.flatMap(({ person, lacking }) =>
    lacking
      .filter(({ isSoldOut }) => !(isSoldOut && before.has(person.id)))
      .map(({ extra, quantity }) => ({ extra, quantity, participantId: person.id })),
  );
  requireStock(added);
  return {
    ended: changes.flatMap(({ ended }) => ended.map(({ line }) => line)),
    added: added.map(({ extra, quantity, participantId }) => extraLine(extra, participantId, quantity)),
  };
}

/** What followed, for an audit entry. */
export function requiredChanges({ ended, added }: LineChange<StoredLine>): Changes {
  if (ended.length + added.length === 0) return {};
  const named = (lines: LineChange['added']) => lines.map(extraText).join(', ') || null;
  return { extra: [named(ended), named(added)] };
}
