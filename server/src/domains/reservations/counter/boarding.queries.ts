import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { sqlAny } from '../../../platform/database/sql-any.ts';
import { participantNumber } from '../participants/participants.queries.ts';

/** A participant with the reservation that they belong to. */
export type BoardingRow = Awaited<ReturnType<typeof travellersOf>>[number];

/**
 * Locks those of these participants who are going on a trip, and reads them, lap children and the adults that carry
 * them together.
 */
export function travellersOf(trx: DatabaseTransaction, tripId: string, ids: string[]) {
  return trx
    .selectFrom('participants')
    .innerJoin('reservations', 'reservations.id', 'participants.reservation_id')
    .innerJoin('users', 'users.id', 'reservations.user_id')
    .select(['participants.id', 'participants.reservation_id', 'participants.name'])
    .select(participantNumber.as('number'))
    .select(['participants.boarding_point_id', 'reservations.code', 'users.name as payer_name'])
    .where(({ exists, or, eb, selectFrom }) =>
      or([
        eb('participants.id', '=', sqlAny(ids, 'uuid')),
        eb.and([eb('participants.takes_place', '=', false), eb('participants.companion_id', '=', sqlAny(ids, 'uuid'))]),
        exists(
          selectFrom('participants as child')
            .select('child.id')
            .whereRef('child.companion_id', '=', 'participants.id')
            .where('child.id', '=', sqlAny(ids, 'uuid'))
            .where('child.takes_place', '=', false)
            .where('child.removed_at', 'is', null),
        ),
      ]),
    )
    .where('participants.trip_id', '=', tripId)
    .where('participants.is_active', '=', true)
    .where('participants.removed_at', 'is', null)
    .orderBy('participants.reservation_id')
    .orderBy('participants.position')
    .forNoKeyUpdate('participants')
    .execute();
}

/** Sets where participants board; null: to be agreed. */
export async function setBoarding(trx: DatabaseTransaction, ids: string[], pointId: string | null): Promise<void> {
  await trx
    .updateTable('participants')
    .set({ boarding_point_id: pointId, updated_at: new Date() })
    .where('id', '=', sqlAny(ids, 'uuid'))
    .execute();
}
