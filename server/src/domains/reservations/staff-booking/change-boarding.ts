import type { BoardingChange } from '@passeio/contract/boarding/passengers';
import { type Actor, type AuditEvent, recordAudits } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { mapConstraintErrors } from '../../../platform/database/constraints.ts';
import { sqlAny } from '../../../platform/database/sql-any.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { lockTrip, type TripRow } from '../../trips/index.ts';
import { participantNumber } from '../reservation/participants.queries.ts';
import { boardingChanges, reservationSubject } from '../reservation/reservation-audit.ts';
import { staffRefusals } from '../reservation/respond-to-staff.ts';

/**
 * Changes where people of a trip board, all of them or nobody; null: to be agreed. Lap children and the adults that
 * carry them board together. One audit entry per reservation. Throws PARTICIPANT_NOT_FOUND for anybody who is not going
 * on this trip.
 */
export async function changeBoarding(
  trx: DatabaseTransaction,
  actor: Actor,
  tripId: string,
  { participantIds, boardingPointId }: BoardingChange,
): Promise<void> {
  // Locked so that the point stays the trip's.
  const trip = await lockTrip(trx, tripId);
  if (!trip) throw new AppError('TRIP_NOT_FOUND');
  const ids = new Set(participantIds.map((id) => id.toLowerCase()));
  const people = await travellersOf(trx, tripId, [...ids]);
  if (people.filter(({ id }) => ids.has(id)).length < ids.size) throw new AppError('PARTICIPANT_NOT_FOUND');
  const point = boardingPointId?.toLowerCase() ?? null;
  const moved = people.filter((one) => one.boarding_point_id !== point);
  const movedIds = moved.map(({ id }) => id);
  await mapConstraintErrors(staffRefusals, () => setBoarding(trx, movedIds, point));
  const reservations = Map.groupBy(moved, (one) => one.reservation_id);
  const events = Array.from(reservations.values(), (rows) => boardingEvent(trip, rows, point));
  await recordAudits(trx, actor, events);
}

function boardingEvent(trip: TripRow, rows: BoardingRow[], point: string | null): AuditEvent {
  const [{ reservation_id, code, payer_name } = { reservation_id: '', code: '', payer_name: '' }] = rows;
  return {
    action: 'reservation.changed',
    subject: reservationSubject({ id: reservation_id, code }, { name: payer_name }, trip),
    changes: boardingChanges(trip, rows, point),
  };
}

/** A participant with the reservation that they belong to. */
type BoardingRow = Awaited<ReturnType<typeof travellersOf>>[number];

/**
 * Locks those of these participants who are going on a trip, and reads them, lap children and the adults that carry
 * them together.
 */
function travellersOf(trx: DatabaseTransaction, tripId: string, ids: string[]) {
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
async function setBoarding(trx: DatabaseTransaction, ids: string[], pointId: string | null): Promise<void> {
  await trx
    .updateTable('participants')
    .set({ boarding_point_id: pointId, updated_at: new Date() })
    .where('id', '=', sqlAny(ids, 'uuid'))
    .execute();
}
