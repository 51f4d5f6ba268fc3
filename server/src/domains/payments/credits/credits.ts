import { moneyText } from '@passeio/contract/money';
import {
  CREDIT_ENTRIES_SHOWN,
  type Credit,
  type CreditUse,
  type RefundAsCredit,
} from '@passeio/contract/payments/credits';
import { sql } from 'kysely';
import { type Actor, callerOfActor } from '../../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Caller } from '../../../platform/http/access.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { balanceOf } from '../../book/index.ts';
import type { NotifyDeps } from '../../messages/index.ts';
import { findReservation, lockForMoney, ownsReservation, type ReservationWithTrip } from '../../reservations/index.ts';
import { moveMoney } from '../ledger/move-money.ts';
import { notifyPayerOfPayment } from '../ledger/notify-payer.ts';
import { purposeByMoney } from '../ledger/receive-money.ts';
import { recordReturn, requireReceived } from '../refunds/give-money-back.ts';
import { findDueRefund } from '../refunds/refunds.queries.ts';

/** The credit of a person. */
export async function readCredit(db: Database, userId: string): Promise<Credit> {
  const [balanceCents, entries] = await Promise.all([balanceOf(db, userId), latestCreditEntries(db, userId)]);
  return {
    balanceCents,
    data: entries.map(({ id, kind, cents, recorded_at, code }) => ({
      id,
      kind,
      amountCents: cents,
      at: recorded_at.toISOString(),
      reservationCode: code,
    })),
  };
}

// A link opens one reservation: it says nothing of others.
async function readCreditAs(db: Database, { id, byLink }: Caller): Promise<Credit> {
  const credit = await readCredit(db, id);
  return byLink ? { ...credit, data: [] } : credit;
}

/**
 * Pays for the caller's own reservation with their credit; the state follows, and they are notified as of any payment.
 * Throws RESERVATION_NOT_FOUND for someone else's too.
 */
export async function useCredit(
  trx: DatabaseTransaction,
  actor: Actor,
  { reservationId, ...deps }: NotifyDeps & { reservationId: string },
  { amountCents }: CreditUse,
): Promise<Credit> {
  const found = await requireOwn(trx, actor, reservationId);
  if (found.trip_cancelled_at) throw new AppError('TRIP_CANCELLED');
  const locked = await lockForMoney(trx, reservationId, { mayReinstate: false });
  const { reservation } = locked;
  if (!reservation.is_active) throw new AppError('RESERVATION_OVER');
  const due = Math.max(reservation.total_cents - reservation.received_cents, 0);
  if (amountCents > due) {
    throw new AppError('PAYMENT_ABOVE_DUE', { amountCents: `Falta pagar só ${moneyText(due)}.` });
  }
  const kind = purposeByMoney(reservation, amountCents);
  const movement = { kind, method: 'credit' as const, amountCents, via: 'person' as const };
  const action = 'reservation.payment_recorded';
  const { entryId } = await moveMoney(trx, actor, locked, movement, { action, ifOver: 'refuse' });
  await notifyPayerOfPayment(trx, deps, { entryId });
  return readCreditAs(trx, callerOfActor(actor));
}

/**
 * Turns the refund that is due to the caller into credit, of the amount that they saw: the refund is paid. Throws
 * RESERVATION_NOT_FOUND for someone else's too, REFUND_NOT_DUE for another amount or one that was sent, and
 * REFUND_ABOVE_RECEIVED while a part of it is to go back to a gift card.
 */
export async function takeRefundAsCredit(
  trx: DatabaseTransaction,
  actor: Actor,
  { reservationId, ...deps }: NotifyDeps & { reservationId: string },
  { amountCents }: RefundAsCredit,
): Promise<Credit> {
  await requireOwn(trx, actor, reservationId);
  const locked = await lockForMoney(trx, reservationId, { mayReinstate: false });
  const due = await findDueRefund(trx, reservationId);
  if (due?.amount_cents !== amountCents) throw new AppError('REFUND_NOT_DUE');
  await requireReceived(trx, locked.reservation, amountCents);
  const returned = { method: 'credit' as const, amountCents, via: 'person' as const };
  await recordReturn(trx, actor, deps, { locked, refundId: due.id, returned });
  return readCreditAs(trx, callerOfActor(actor));
}

async function requireOwn(trx: DatabaseTransaction, actor: Actor, reservationId: string): Promise<ReservationWithTrip> {
  const found = await findReservation(trx, reservationId);
  const caller = callerOfActor(actor);
  const isOpen = found && ownsReservation(caller, found) && !(caller.byLink && (await hasAccount(trx, caller.id)));
  if (!isOpen) throw new AppError('RESERVATION_NOT_FOUND');
  return found;
}

// A link opens nothing of an account.
async function hasAccount(trx: DatabaseTransaction, id: string): Promise<boolean> {
  const account = trx.selectFrom('users').select('id').where('id', '=', id).where('issuer', 'is not', null);
  return (await account.executeTakeFirst()) !== undefined;
}

/** The latest transfers of a person's credit, with the reservation of each; negative for what left it. */
async function latestCreditEntries(db: Database, userId: string) {
  const { rows } = await sql<{
    id: string;
    kind: Credit['data'][number]['kind'];
    cents: number;
    recorded_at: Date;
    code: string;
  }>`
    select t.id, t.recorded_at, coalesce(r.code, t.note) as code, case t.to_account when ${userId} then t.amount_cents else -t.amount_cents end as cents,
      case when t.reverses is not null then 'reversed' when t.to_account = ${userId} then 'granted' else 'used' end as kind
    from transfers t left join reservations r on r.id = t.reservation_id
    where t.from_account = ${userId} or t.to_account = ${userId}
    order by t.recorded_at desc, t.id desc limit ${CREDIT_ENTRIES_SHOWN}`.execute(db);
  return rows;
}
