import { dueCentsOf } from '@passeio/contract/reservations/reservation-status';
import type { ReservationDetails } from '@passeio/contract/reservations/reservations';
import { type Actor, callerOfActor } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { openParty } from '../participants/open-party.ts';
import { changeReservation } from '../reservation/change-reservation.ts';
import { readDetails } from '../reservation/load-reservations.ts';
import { recordReservationAudit } from '../reservation/reservation-audit.ts';

/** Splits the payment of a reservation among its people, or no longer: what was asked of them is paid no more then. */
export async function splitPayment(
  trx: DatabaseTransaction,
  actor: Actor,
  reservationId: string,
  { isSplit }: { isSplit: boolean },
): Promise<ReservationDetails> {
  const party = await openParty(trx, actor, reservationId);
  const { state, total_cents, received_cents, splits_payment } = party.reservation;
  if (isSplit !== splits_payment) {
    if (isSplit) {
      if (state === 'requested') throw new AppError('REQUEST_UNANSWERED');
      if (party.people.length < 2) throw new AppError('SPLIT_NEEDS_PEOPLE');
      const due = dueCentsOf({ state, totalCents: total_cents, receivedCents: received_cents });
      if (due <= 0) throw new AppError('NOTHING_DUE');
    }
    await changeReservation(trx, reservationId, { splits_payment: isSplit });
    await recordReservationAudit(trx, actor, party, {
      action: 'reservation.split_changed',
      changes: { isSplit: [splits_payment, isSplit] },
    });
  }
  return readDetails(trx, reservationId, callerOfActor(actor));
}
