import { contractedByPerson } from '@passeio/contract/reservations/adjustment-shares';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { insertAdjustment, listAdjustments } from '../reservation/reservations.queries.ts';

interface Leaving {
  id: string;
  name: string;
  fare_label: string;
  price_cents: number;
}

/** What each of a reservation's people travels for, cancelled ones included, in centavos. */
export async function contractedShares(db: Database, reservationId: string): Promise<Map<string, number>> {
  const people = await db
    .selectFrom('participants')
    .select(['id', 'price_cents', 'created_at', 'removed_at'])
    .where('reservation_id', '=', reservationId)
    .orderBy('position')
    .execute();
  const adjustments = (await listAdjustments(db, [reservationId])).filter(({ is_penalty }) => !is_penalty);
  return contractedByPerson(
    adjustments.map((one) => ({
      amountCents: one.amount_cents,
      givenAt: one.created_at,
      participantId: one.participant_id,
    })),
    people.map((one) => ({
      id: one.id,
      priceCents: one.price_cents,
      joinedAt: one.created_at,
      leftAt: one.removed_at,
    })),
  );
}

/**
 * Takes back the shares that people who leave have in discounts and extras; the reservation must get its new total in
 * the same transaction. Returns the sum, in centavos, positive for discounts.
 */
export async function reverseShares(
  trx: DatabaseTransaction,
  reservation: { id: string; total_cents: number },
  leaving: readonly Leaving[],
  by: string,
): Promise<number> {
  const contracted = await contractedShares(trx, reservation.id);
  let left = reservation.total_cents;
  let sum = 0;
  for (const { id, name, fare_label, price_cents } of leaving) {
    const leavingCents = Math.min(contracted.get(id) ?? price_cents, left);
    const amountCents = price_cents - leavingCents;
    left -= leavingCents;
    sum += amountCents;
    if (amountCents === 0) continue;
    const reason = `${amountCents > 0 ? 'Desconto' : 'Acréscimo'} de ${name || fare_label}, que saiu da reserva`;
    await insertAdjustment(trx, { amountCents, reason, participantId: id }, { reservationId: reservation.id, by });
  }
  return sum;
}
