import { isDeepStrictEqual } from 'node:util';
import type { ErrorCode } from '@passeio/contract/errors';
import { sql } from 'kysely';
import { type Changes, changesBetween } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { mapDeferredErrors } from '../../../platform/database/constraints.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { requirePlaces } from '../../inventory/index.ts';
import { settleTotal, stateAfterTotal } from '../holds/state-by-money.ts';
import { serveWaitingList } from '../offers/offers.ts';
import { changeReservation } from '../reservations.queries.ts';
import { isAdultOf, type OpenParty } from './open-party.ts';
import { accompany } from './party.ts';
import { PERSON_COLUMNS, type Person } from './person.ts';

const refusals: Record<string, ErrorCode> = {
  participants_one_cpf_per_trip: 'PARTICIPANT_ALREADY_LISTED',
  trips_cancelled_take_nobody: 'TRIP_CANCELLED',
  trips_places_for_waiting: 'PLACES_FOR_WAITING',
  participants_boarding_point_of_trip: 'BOARDING_POINT_UNKNOWN',
  participants_companion_is_adult: 'COMPANION_NOT_ADULT',
  participants_one_child_per_lap: 'LAP_WITHOUT_ADULT',
};

/**
 * Makes `people` those of a party: new ones are appended, and whoever has lost the adult that accompanies them gets
 * another where they need one. Claims or releases places, and settles total, deposit and state; `extraCents` is an
 * adjustment that is made with it. Returns what changed of the reservation, for its audit entry.
 * Throws LAST_PARTICIPANT, LAP_WITHOUT_ADULT, TRIP_FULL, NO_PLACES_LEFT, PLACES_SHORT, TOTAL_BELOW_ZERO,
 * PARTICIPANT_ALREADY_LISTED, BOARDING_POINT_UNKNOWN or COMPANION_NOT_ADULT.
 */
export async function settleParty(
  trx: DatabaseTransaction,
  party: OpenParty,
  people: Person[],
  extraCents = 0,
): Promise<Changes> {
  const { reservation, trip, editor } = party;
  const staying = people.filter((one) => one.removed_at === null);
  if (!staying.some((one) => one.takes_place)) throw new AppError('LAST_PARTICIPANT');
  accompany(staying, (one) => isAdultOf(party, one));
  const after = settled(party, staying, extraCents);
  requirePlaces(trip, after.places - reservation.places, editor === 'staff' ? 'staff' : 'client');
  const changes = changesBetween(reservation, after);
  await mapDeferredErrors(trx, refusals, async () => {
    await writePeople(trx, party, people);
    if (Object.keys(changes).length > 0) await changeReservation(trx, reservation.id, after);
  });
  if (after.places < reservation.places) await serveWaitingList(trx, trip.id);
  return renamed(changes);
}

// Discounts and extras stay. A booked reservation stays booked; a held one whose deposit is now covered becomes booked.
function settled({ reservation, trip, people }: OpenParty, staying: Person[], extraCents: number) {
  const { state, received_cents } = reservation;
  const places = staying.filter((one) => one.takes_place).length;
  const total = reservation.total_cents + priceOf(staying) - priceOf(people) + extraCents;
  if (total === reservation.total_cents) return { places };
  const money = settleTotal(total, trip.deposit_percent);
  return { places, ...money, state: stateAfterTotal(state, { received_cents, ...money }) };
}

function priceOf(people: readonly Pick<Person, 'price_cents'>[]): number {
  return people.reduce((sum, { price_cents }) => sum + price_cents, 0);
}

async function writePeople(trx: DatabaseTransaction, { reservation, people }: OpenParty, after: Person[]) {
  for (const one of after) {
    const before = people.find(({ id }) => id === one.id);
    if (!before) {
      const { id, trip_id, is_active } = reservation;
      const position = sql<number>`(
        select coalesce(max(position), -1) + 1 from participants where reservation_id = ${id})`;
      const { removed_at: _, ...row } = one;
      await trx
        .insertInto('participants')
        .values({ ...row, reservation_id: id, trip_id, is_active, position })
        .execute();
      continue;
    }
    const changed = PERSON_COLUMNS.filter((column) => !isDeepStrictEqual(before[column], one[column]));
    if (changed.length === 0) continue;
    await trx
      .updateTable('participants')
      .set({ ...Object.fromEntries(changed.map((column) => [column, one[column]])), updated_at: new Date() })
      .where('id', '=', one.id)
      .execute();
  }
}

const auditNames: Record<string, string> = {
  total_cents: 'totalCents',
  deposit_cents: 'depositCents',
};

function renamed(changes: Changes): Changes {
  return Object.fromEntries(Object.entries(changes).map(([field, change]) => [auditNames[field] ?? field, change]));
}

/** A participant as audit entries show them. */
export function auditFields({ trip }: OpenParty, person: Person, people: readonly Person[]) {
  const point = trip.boarding_points.find(({ id }) => id === person.boarding_point_id);
  return {
    name: person.name || null,
    birthdate: person.birthdate,
    documentType: person.document_type,
    documentNumber: person.document_number,
    documentIssuer: person.document_issuer,
    cpf: person.cpf,
    contact: person.contact,
    participantNotes: person.notes,
    boardingPoint: point ? `${point.time} ${point.place}` : null,
    companion: people.find(({ id }) => id === person.companion_id)?.name || null,
    fare: person.fare_label,
    farePriceCents: person.price_cents,
  };
}
