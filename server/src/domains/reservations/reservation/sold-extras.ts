import type { SoldExtra } from '@passeio/contract/trips/extras';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';

/** How many of an extra somebody has; `participantId` null: the reservation as a whole. */
interface SoldExtraRow extends SoldExtra {
  reservationId: string;
  participantId: string | null;
}

/** The extras of a trip that its active reservations have, in the trip's order; not what staff agreed by hand. */
export function listSoldExtras(db: Database, tripId: string, reservationId?: string): Promise<SoldExtraRow[]> {
  const sold = soldExtras(db, tripId)
    .select(['line.reservation_id as reservationId', 'line.participant_id as participantId'])
    .groupBy(['line.reservation_id', 'line.participant_id']);
  return (reservationId ? sold.where('line.reservation_id', '=', reservationId) : sold).execute();
}

/** What each extra of a trip brings, of reservations that pay. */
export function sumSoldExtras(db: Database, tripId: string) {
  return soldExtras(db, tripId)
    .where('reservations.state', '<>', 'requested')
    .select(sql<number>`sum(line.quantity * line.unit_cents)::float8`.as('incomeCents'))
    .execute();
}

function soldExtras(db: Database, tripId: string) {
  return db
    .selectFrom('reservations')
    .innerJoin('reservation_lines as line', 'line.reservation_id', 'reservations.id')
    .innerJoin('trip_extras as extra', 'extra.id', 'line.source_id')
    .where('reservations.trip_id', '=', tripId)
    .where('reservations.is_active', '=', true)
    .where('line.kind', '=', 'extra')
    .where('line.ended_at', 'is', null)
    .select(['extra.id', 'extra.label', sql<number>`sum(line.quantity)::integer`.as('count')])
    .groupBy('extra.id')
    .orderBy('extra.position')
    .orderBy('extra.id');
}

/** The extras of a person: their own, and with the first person of a reservation those of the whole. */
export function extrasByPerson(
  sold: readonly SoldExtraRow[],
): (person: { id: string; reservation_id: string; number: number }) => SoldExtra[] {
  const byReservation = Map.groupBy(sold, ({ reservationId }) => reservationId);
  return ({ id: personId, reservation_id, number }) =>
    (byReservation.get(reservation_id) ?? [])
      .filter(({ participantId }) => participantId === personId || (participantId === null && number === 1))
      .map(({ id, label, count }) => ({ id, label, count }));
}
