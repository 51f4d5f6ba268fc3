import type { ErrorCode } from '@passeio/contract/api/errors';
import type { ReservationDetails } from '@passeio/contract/reservations/reservations';
import { type Actor, type AuditEvent, callerOfActor, recordAudit } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { couponRefusals } from '../../discounts/index.ts';
import { readDetails } from './load-reservations.ts';
import { reservationSubject } from './reservation-audit.ts';

/** Ends a write of staff to a reservation: writes its audit entry and reads the reservation for the response. */
export async function respondToStaff(
  trx: DatabaseTransaction,
  actor: Actor,
  reservationId: string,
  event: Pick<AuditEvent, 'action' | 'changes'>,
): Promise<ReservationDetails> {
  const details = await readDetails(trx, reservationId, callerOfActor(actor));
  await recordAudit(trx, actor, {
    ...event,
    subject: reservationSubject(details, details.payer, details.trip),
  });
  return details;
}

/** Constraints that a write of staff may violate, and what they mean for staff. */
export const staffRefusals: Record<string, ErrorCode> = {
  reservations_one_active_per_payer: 'ALREADY_PASSENGER',
  participants_one_person_per_trip: 'ALREADY_PASSENGER',
  participants_one_cpf_per_trip: 'PARTICIPANT_ALREADY_LISTED',
  participants_boarding_point_of_trip: 'BOARDING_POINT_UNKNOWN',
  participants_companion_is_adult: 'COMPANION_NOT_ADULT',
  participants_one_child_per_lap: 'LAP_WITHOUT_ADULT',
  trips_places_within_capacity: 'NO_PLACES_LEFT',
  trips_cancelled_take_nobody: 'TRIP_CANCELLED',
  trips_places_for_waiting: 'PLACES_FOR_WAITING_STAFF',
  trip_extras_taken_within_stock: 'EXTRA_SOLD_OUT',
  trip_room_types_within_count: 'ROOMS_TAKEN',
  ...couponRefusals,
};
