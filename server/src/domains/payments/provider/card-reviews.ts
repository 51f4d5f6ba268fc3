import { sql } from 'kysely';
import type { ChangeNotifier } from '../../../platform/changes/change-notifier.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { CardReview, PaymentId } from '../../../ports/payments/port.ts';
import { changeReservation, lockReservation } from '../../reservations/index.ts';
import { isKnown } from '../ledger/ledger.queries.ts';
import { findChargeByReference } from './charges.queries.ts';

/**
 * Notes that the bank of a card has not decided about a payment of a charge, or that it refused. What was reported
 * before, or counts already, changes nothing.
 */
export async function noteReview(
  { db, changes }: { db: Database; changes: Pick<ChangeNotifier, 'announce'> },
  review: CardReview,
): Promise<void> {
  const { chargeReference } = review;
  const charge = chargeReference ? await findChargeByReference(db, chargeReference) : undefined;
  if (charge?.kind !== 'card' || !charge.reservation_id) return;
  const reservationId = charge.reservation_id;
  const tripId = await inTransaction(db, async (trx) => {
    const reservation = await lockReservation(trx, reservationId);
    if (!reservation || (review.inReview && (await isKnown(trx, review)))) return undefined;
    const isNews = await writeReview(trx, charge.id, review);
    if (!isNews) return undefined;
    await countReviews(trx, reservationId);
    return reservation.trip_id;
  });
  if (tripId) changes.announce(`places:${tripId}`);
}

/** Ends the review of a payment that has come. */
export async function endReview(trx: DatabaseTransaction, { issuer, reference }: PaymentId): Promise<void> {
  const open = trx
    .selectFrom('card_reviews as review')
    .innerJoin('charges', 'charges.id', 'review.charge_id')
    .select('charges.reservation_id')
    .where('review.provider', '=', issuer)
    .where('review.reference', '=', reference)
    .where('is_open', '=', true);
  const { reservation_id: reservationId } = (await open.executeTakeFirst()) ?? {};
  if (!reservationId) return;
  await lockReservation(trx, reservationId);
  const ended = trx.updateTable('card_reviews').set({ is_open: false });
  await ended.where('provider', '=', issuer).where('reference', '=', reference).execute();
  await countReviews(trx, reservationId);
}

// Whether it says anything new.
async function writeReview(
  trx: DatabaseTransaction,
  chargeId: string,
  { issuer, reference, amountCents, inReview, changedAt }: CardReview,
): Promise<boolean> {
  const written = await trx
    .insertInto('card_reviews')
    .values({
      ...{ provider: issuer, reference, charge_id: chargeId, amount_cents: amountCents },
      ...{ is_open: inReview, changed_at: changedAt },
    })
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'reference'])
        .doUpdateSet({ is_open: inReview, changed_at: changedAt })
        .where('card_reviews.changed_at', '<=', changedAt)
        .where('card_reviews.is_open', '<>', inReview),
    )
    .returning('reference')
    .executeTakeFirst();
  return written !== undefined;
}

// Without what their means adds or takes off.
async function countReviews(trx: DatabaseTransaction, reservationId: string): Promise<void> {
  const { cents, at } = await trx
    .selectFrom('card_reviews as review')
    .innerJoin('charges as c', 'c.id', 'review.charge_id')
    .select([
      sql<number>`coalesce(sum(ceil(review.amount_cents::numeric * (c.amount_cents - c.adjustment_cents)
        / c.amount_cents)), 0)::integer`.as('cents'),
      sql<Date | null>`max(review.seen_at)`.as('at'),
    ])
    .where('c.reservation_id', '=', reservationId)
    .where('is_open', '=', true)
    .executeTakeFirstOrThrow();
  await changeReservation(trx, reservationId, { card_review_cents: cents, card_review_at: at });
}
