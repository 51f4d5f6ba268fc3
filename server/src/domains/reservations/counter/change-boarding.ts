import type { BoardingChange } from '@passeio/contract/boarding/passengers';
import { type Actor, type AuditEvent, recordAudits } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { mapConstraintErrors } from '../../../platform/database/constraints.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { lockTrip, type TripRow } from '../../trips/index.ts';
import { boardingChanges, reservationSubject } from '../reservation-audit.ts';
import { staffRefusals } from '../staff-refusals.ts';
import { type BoardingRow, setBoarding, travellersOf } from './boarding.queries.ts';

/**
 * Changes where people of a trip board, all of them or nobody; null: to be agreed. Lap children and the adults that
 * carry them board together. One audit entry per reservation.
 * Throws TRIP_NOT_FOUND, PARTICIPANT_NOT_FOUND for anybody who is not going on this trip, or BOARDING_POINT_UNKNOWN.
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
