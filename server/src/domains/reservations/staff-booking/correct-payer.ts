import type { ReservationDetails } from '@passeio/contract/reservations/reservations';
import type { PersonCompletion } from '@passeio/contract/users/users';
import type { Actor } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { correctGuest } from '../../users/index.ts';
import { openDetails } from '../reservation/load-reservations.ts';
import { findReservation } from '../reservation/reservations.queries.ts';

/**
 * Corrects the data of a reservation's payer; participants with the former values follow. The entry of that is the
 * person's: that the reservation is shown has its own.
 * Throws RESERVATION_NOT_FOUND and what `correctGuest` throws.
 */
export async function correctPayer(
  trx: DatabaseTransaction,
  actor: Actor,
  reservationId: string,
  change: PersonCompletion,
): Promise<ReservationDetails> {
  const reservation = await findReservation(trx, reservationId);
  if (!reservation) throw new AppError('RESERVATION_NOT_FOUND');
  await correctGuest(trx, actor, reservation.user_id, change);
  return openDetails(trx, actor, reservationId);
}
