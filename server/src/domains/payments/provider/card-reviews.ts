import { sql } from 'kysely';
import type { ChangeNotifier } from '../../../platform/changes/change-notifier.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { CardReview, PaymentId } from '../../../ports/payments/port.ts';
import { enqueueEmail, type NotifyDeps } from '../../messages/index.ts';
import { changeReservation, lockReservation, readPayerOfReservation } from '../../reservations/index.ts';
import { isKnown } from '../ledger/ledger.queries.ts';
import { findChargeByReference } from './charges.queries.ts';

/**
 * Notes that the bank of a card has not decided about a payment of a charge, or that it refused, of which the payer is
 * notified if it decided for a while. What was reported before, or counts already, changes nothing.
 */
export async function noteReview(
  { db, jobs, changes }: Pick<NotifyDeps, 'jobs'> & { db: Database; changes: Pick<ChangeNotifier, 'announce'> },
  review: CardReview,
): Promise<void> {
  const { chargeReference } = review;
  const charge = chargeReference ? await findChargeByReference(db, chargeReference) : undefined;
  if (charge?.kind !== 'card' || !charge.reservation_id) return;
  const reservationId = charge.reservation_id;
  const tripId = await inTransaction(db, async (trx) => {
    const reservation = await lockReservation(trx, reservationId);
    if (!reservation || (review.inReview && (await isKnown(trx, review)))) return undefined;
    const wasOpen = await isOpen(trx, review);
    const isNews = await writeReview(trx, charge.id, review);
    if (!isNews) return undefined;
    await countReviews(trx, reservationId);
    // A share is paid by a link, whose holder has no address.
    if (wasOpen && !charge.participant_id) await notifyPayerOfRefusal(trx, jobs, reservationId, review.amountCents);
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

async function isOpen(trx: DatabaseTransaction, { issuer, reference }: PaymentId): Promise<boolean> {
  const found = trx.selectFrom('card_reviews').select('is_open').where('provider', '=', issuer);
  return (await found.where('reference', '=', reference).executeTakeFirst())?.is_open ?? false;
}

async function notifyPayerOfRefusal(
  trx: DatabaseTransaction,
  jobs: NotifyDeps['jobs'],
  reservationId: string,
  amountCents: number,
): Promise<void> {
  const { email: to } = await readPayerOfReservation(trx, reservationId);
  if (to) await enqueueEmail(jobs, { kind: 'cardRefused', to, about: { reservationId, amountCents } }, trx);
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
