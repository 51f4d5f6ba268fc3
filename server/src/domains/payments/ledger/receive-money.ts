import type { Actor } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { lockForMoney, type ReservationRow } from '../../reservations/index.ts';
import { chargeOfMoney } from './accept-receipt.ts';
import { type Moved, type Movement, moveMoney } from './move-money.ts';

/** Money that came for a reservation; without `kind`, for what is missing. */
export type ReceivedMoney = Omit<Movement, 'kind' | 'refundId' | 'reverses'> & {
  reservationId: string;
  kind?: 'deposit' | 'balance' | 'full' | 'extra';
};

/**
 * Records money that came for a reservation, whatever its state and however much is due: it is there. Its charge, or
 * that of exactly its amount, is paid, the state follows, an expired reservation is reinstated if its
 * places are free; what is too much, or came for a reservation that is over, is to be refunded (by a trigger). Throws
 * RESERVATION_NOT_FOUND or PaymentCounted.
 */
export async function receiveMoney(
  trx: DatabaseTransaction,
  actor: Actor,
  { reservationId, ...movement }: ReceivedMoney,
): Promise<Moved> {
  const locked = await lockForMoney(trx, reservationId, { mayReinstate: true });
  const action = movement.via === 'person' ? 'reservation.payment_recorded' : 'reservation.payment_received';
  const { chargeId = (await chargeOfMoney(trx, reservationId, movement.amountCents))?.id } = movement;
  const kind = movement.kind ?? purposeByMoney(locked.reservation, movement.amountCents);
  return moveMoney(
    trx,
    actor,
    locked,
    { ...movement, kind, ...(chargeId && { chargeId }) },
    { action, ifOver: 'stay' },
  );
}

/** What money without a charge is for: all at once, the deposit until it is covered, else the balance. */
export function purposeByMoney(
  {
    received_cents,
    deposit_cents,
    total_cents,
  }: Pick<ReservationRow, 'received_cents' | 'deposit_cents' | 'total_cents'>,
  amountCents: number,
): 'full' | 'deposit' | 'balance' {
  if (received_cents >= deposit_cents) return 'balance';
  return received_cents === 0 && amountCents >= total_cents ? 'full' : 'deposit';
}
