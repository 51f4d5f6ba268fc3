import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { accountOfReservation, storedValueOf } from './accounts.ts';
import { blockAgain, lockGiftCards } from './gift-card-value.ts';
import { cardSharesOf } from './refund-parts.ts';
import { owedCents, type Sums } from './refunds-due.ts';
import { writeTransfer } from './write-transfer.ts';

/**
 * Gives back to gift cards what they paid of a locked reservation with these sums, as far as it must go back: before
 * any other payment does. The amount of each return, in centavos.
 */
export async function returnToCards(trx: DatabaseTransaction, reservation: Sums): Promise<number[]> {
  if (owedCents(reservation) === 0) return [];
  const paying = await cardSharesOf(trx, [reservation.id]);
  if (paying.length === 0) return [];
  await lockGiftCards(
    trx,
    paying.map(({ id }) => id),
  );
  let leftCents = owedCents(reservation) - (await sentCentsOf(trx, reservation.id));
  const returned: number[] = [];
  // Read again: staff may have revoked one before it was locked.
  for (const { id, cents } of await cardSharesOf(trx, [reservation.id])) {
    const backCents = Math.min(leftCents, cents);
    if (backCents <= 0) break;
    await returnToCard(trx, reservation, { cardId: id, cents: backCents });
    leftCents -= backCents;
    returned.push(backCents);
  }
  return returned;
}

async function returnToCard(
  trx: DatabaseTransaction,
  { id: reservation_id, state }: Sums,
  { cardId, cents: amount_cents }: { cardId: string; cents: number },
): Promise<void> {
  const refund_id = randomUUIDv7();
  const promised_for = sql<string>`(select (now() at time zone time_zone)::date from operator)`;
  await trx
    .insertInto('refunds')
    .values({
      id: refund_id,
      reservation_id,
      amount_cents,
      reason: state === 'cancelled' || state === 'expired' ? state : 'overpaid',
      promised_for,
      state: 'paid',
      paid_at: new Date(),
    })
    .execute();
  const card = storedValueOf(cardId);
  await writeTransfer(trx, {
    from: accountOfReservation(reservation_id),
    to: card,
    kind: 'refund',
    method: 'gift_card',
    amount_cents,
    refund_id,
    recorded_via: 'system',
    // Not the transaction's, in which the card may have been issued again: they are listed in their order.
    recorded_at: new Date(),
  });
  await blockAgain(trx, card, amount_cents);
}

/** What the provider is asked for of a reservation, in centavos: it may go out at any moment. */
export async function sentCentsOf(db: Database, reservationId: string): Promise<number> {
  const { sum } = await db
    .selectFrom('refunds')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<string>('amount_cents'), sql<string>`0`).as('sum'))
    .where('reservation_id', '=', reservationId)
    .where('state', '=', sql.lit('sent'))
    .executeTakeFirstOrThrow();
  return Number(sum);
}
