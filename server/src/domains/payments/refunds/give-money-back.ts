import { moneyText } from '@passeio/contract/money';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { requirePermission } from '../../../platform/http/access.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { cardSharesOf, sentCentsOf } from '../../book/index.ts';
import type { NotifyDeps } from '../../messages/index.ts';
import { type LockedForMoney, lockForMoney, type ReservationRow } from '../../reservations/index.ts';
import type { Entry } from '../ledger/ledger.queries.ts';
import { type Moved, type Movement, moveMoney } from '../ledger/move-money.ts';
import { notifyPayerOfRefund } from './notify-payer-of-refund.ts';
import { changeRefund, findDueRefund, givenBackCentsOf, insertRefund, readToday } from './refunds.queries.ts';

/** Money that went back to a reservation's payer. */
export type ReturnedMoney = Omit<Movement, 'kind' | 'chargeId' | 'refundId' | 'reverses'>;

/**
 * Records money that staff gave back, of what was due or beyond it: the refund is paid, the state follows, and the
 * payer is notified. `returnedEntry`: that of the payment of which the provider returned it.
 */
export async function giveMoneyBack(
  trx: DatabaseTransaction,
  actor: Actor,
  deps: NotifyDeps,
  { reservationId, returnedEntry, ...returned }: ReturnedMoney & { reservationId: string; returnedEntry?: string },
): Promise<Moved> {
  const locked = await lockForMoney(trx, reservationId, { mayReinstate: false });
  await requireReceived(trx, locked.reservation, returned.amountCents);
  await requireMayRefund(trx, actor, locked.reservation.id, returned.amountCents);
  const refundId = await refundFor(trx, locked.reservation, returned.amountCents);
  if (returnedEntry) await changeRefund(trx, refundId, { returned_entry: returnedEntry });
  return recordReturn(trx, actor, deps, { locked, refundId, returned });
}

/** Writes that a refund, due or sent, was paid. */
export async function recordReturn(
  trx: DatabaseTransaction,
  actor: Actor,
  deps: NotifyDeps,
  { locked, refundId, returned }: { locked: LockedForMoney; refundId: string; returned: ReturnedMoney },
): Promise<Moved> {
  const by = returned.via === 'person' ? { decided_by: actor.caller?.id ?? null } : {};
  await changeRefund(trx, refundId, { state: 'paid', paid_at: returned.occurredAt ?? new Date(), ...by });
  const movement = { ...returned, kind: 'refund' as const, refundId };
  const action = 'reservation.refund_recorded';
  const moved = await moveMoney(trx, actor, locked, movement, { action, ifOver: 'stay' });
  await notifyPayerOfRefund(trx, deps, { refundId, entryId: moved.entryId });
  return moved;
}

/** {@link requireWithinRefundLimit} of a reservation. */
export async function requireMayRefund(
  trx: DatabaseTransaction,
  actor: Actor,
  reservationId: string,
  amountCents: number,
): Promise<void> {
  requireWithinRefundLimit(actor, amountCents + (await givenBackCentsOf(trx, reservationId)), 'reserva');
}

/**
 * Throws FORBIDDEN for staff who may not refund, and REFUND_ABOVE_LIMIT where a reservation or gift card would get back
 * more than they may: in all, so that parts do not evade the limit.
 */
export function requireWithinRefundLimit({ caller }: Actor, allCents: number, of: 'reserva' | 'vale'): void {
  requirePermission(caller, 'refund');
  const limit = caller?.refundLimitCents ?? null;
  if (limit === null || allCents <= limit) return;
  throw new AppError('REFUND_ABOVE_LIMIT', {
    amountCents: `Você pode devolver até ${moneyText(limit)} por ${of}. Peça a um administrador.`,
  });
}

/**
 * Throws REFUND_ABOVE_RECEIVED unless so much is there to go out, beside what the provider was asked to return and what
 * gift cards paid, which goes back to them.
 */
export async function requireReceived(
  trx: DatabaseTransaction,
  { id, received_cents }: Pick<ReservationRow, 'id' | 'received_cents'>,
  amountCents: number,
): Promise<void> {
  const ofCards = (await cardSharesOf(trx, [id])).reduce((sum, { cents }) => sum + cents, 0);
  const there = received_cents - (await sentCentsOf(trx, id)) - ofCards;
  if (amountCents <= there) return;
  if (ofCards > 0) {
    throw new AppError('REFUND_ABOVE_RECEIVED', {
      amountCents: `${moneyText(ofCards)} foram pagos com vale-presente e voltam para ele. Devolva no máximo ${moneyText(Math.max(there, 0))}.`,
    });
  }
  throw new AppError('REFUND_ABOVE_RECEIVED', {
    amountCents: `Foram recebidos ${moneyText(there)}: não é possível devolver mais.`,
  });
}

/** Throws REFUND_ABOVE_RECEIVED where so much of what a gift card paid of a reservation has gone back to it already. */
export async function requireOnReservation(
  trx: DatabaseTransaction,
  { reservation_id, from_account, amount_cents }: Entry,
): Promise<void> {
  const { cents } = await trx
    .selectFrom('entries')
    .select(
      sql<number>`coalesce(sum(case direction when 'in' then amount_cents else -amount_cents end), 0)::integer`.as(
        'cents',
      ),
    )
    .where('reservation_id', '=', reservation_id)
    .where(({ or, eb }) => or([eb('from_account', '=', from_account), eb('to_account', '=', from_account)]))
    .executeTakeFirstOrThrow();
  if (amount_cents <= cents) return;
  throw new AppError('REFUND_ABOVE_RECEIVED', { amountCents: 'Este valor já voltou para o vale-presente.' });
}

// The due refund is paid by its amount or more. For a part of it, or if none is due, there is one of its own; the
// database keeps the due one at what is left.
async function refundFor(
  trx: DatabaseTransaction,
  { id, state }: ReservationRow,
  amount_cents: number,
): Promise<string> {
  const due = await findDueRefund(trx, id);
  if (due && due.amount_cents <= amount_cents) {
    await changeRefund(trx, due.id, { amount_cents });
    return due.id;
  }
  const reason = state === 'cancelled' || state === 'expired' ? state : 'overpaid';
  const like = due ?? { reservation_id: id, reason, promised_for: await readToday(trx), pix_key: '' };
  return insertRefund(trx, like, { amount_cents, state: 'paid', paid_at: new Date() });
}
