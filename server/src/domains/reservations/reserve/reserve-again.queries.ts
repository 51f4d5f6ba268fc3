import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { letGoAt, pauseOver } from '../../inventory/index.ts';
import type { EarlierPerson } from '../participants/party.ts';

/**
 * From when the expired ones among these reservations may be reserved again, which is past without a pause. Without
 * those whose trip takes nobody or in whose trip the payer has another reservation.
 */
export async function againFrom(db: Database, reservationIds: string[]): Promise<Map<string, Date>> {
  if (reservationIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('reservations')
    .innerJoin('trips', 'trips.id', 'reservations.trip_id')
    .innerJoin('operator', (join) => join.onTrue())
    .select(['reservations.id', 'reservations.created_at', 'pause_minutes'])
    .select((eb) => letGoAt(eb.ref('trips.id'), eb.ref('reservations.user_id')).as('let_go_at'))
    .where('reservations.id', 'in', reservationIds)
    .where('reservations.state', '=', 'expired')
    .where('trips.is_active', '=', true)
    .where('trips.departs_at', '>', sql<Date>`now()`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('reservations as other')
            .select('other.id')
            .whereRef('other.trip_id', '=', 'trips.id')
            .whereRef('other.user_id', '=', 'reservations.user_id')
            .where('other.is_active', '=', true),
        ),
      ),
    )
    .execute();
  return new Map(rows.map((row) => [row.id, pauseOver(row) ?? row.created_at]));
}

/**
 * The people of an expired reservation, in order, without those whom another reservation has put on the trip's list
 * since; the payer stays.
 */
export function listEarlierPeople(db: Database, reservationId: string, payerId: string): Promise<EarlierPerson[]> {
  return db
    .selectFrom('participants as p')
    .selectAll()
    .where('p.reservation_id', '=', reservationId)
    .where('p.removed_at', 'is', null)
    .where(({ or, eb, not, exists, selectFrom }) =>
      or([
        eb('p.user_id', '=', payerId),
        not(
          exists(
            selectFrom('participants as listed')
              .select('listed.id')
              .whereRef('listed.trip_id', '=', 'p.trip_id')
              .where('listed.is_active', '=', true)
              .where('listed.removed_at', 'is', null)
              .where((and) =>
                and.or([and('listed.cpf', '=', and.ref('p.cpf')), and('listed.user_id', '=', and.ref('p.user_id'))]),
              ),
          ),
        ),
      ]),
    )
    .orderBy('p.position')
    .execute();
}
