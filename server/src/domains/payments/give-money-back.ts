import { moneyText } from '@passeio/contract/money';
import type { Actor } from '../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../platform/database/connect.ts';
import { AppError } from '../../platform/http/errors.ts';
import { lockForMoney, type ReservationRow } from '../reservations/index.ts';
import { type Moved, type Movement, moveMoney } from './move-money.ts';

/** Money that went back to a reservation's payer. */
export type ReturnedMoney = Omit<Movement, 'kind' | 'chargeId' | 'reverses'> & { reservationId: string };

/**
 * Records money that went back; the state follows. Throws RESERVATION_NOT_FOUND, REFUND_ABOVE_RECEIVED or
 * END_TO_END_ID_USED.
 */
export async function giveMoneyBack(
  trx: DatabaseTransaction,
  actor: Actor,
  { reservationId, ...movement }: ReturnedMoney,
): Promise<Moved> {
  const locked = await lockForMoney(trx, reservationId, { mayReinstate: false });
  requireReceived(locked.reservation, movement.amountCents);
  return moveMoney(
    trx,
    actor,
    locked,
    { ...movement, kind: 'refund' },
    { action: 'reservation.refund_recorded', ifOver: 'stay' },
  );
}

/** Throws REFUND_ABOVE_RECEIVED unless so much is there to go out. */
export function requireReceived({ received_cents }: Pick<ReservationRow, 'received_cents'>, amountCents: number): void {
  if (amountCents <= received_cents) return;
  throw new AppError('REFUND_ABOVE_RECEIVED', {
    amountCents: `Foram recebidos ${moneyText(received_cents)}: não é possível devolver mais.`,
  });
}
