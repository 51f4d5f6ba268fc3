import { type Selectable, sql } from 'kysely';
import type { Actor } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Schema } from '../../../platform/database/schema/schema.ts';
import { changeReservation, type ReservationRow, recordReservationAudit } from '../../reservations/index.ts';

// Banks book a payment on the day that its receipt shows, or on the next working day.
const NEAR_THE_RECEIPT = sql`interval '60 hours'`;

interface ShownMoney {
  entryId: string;
  amountCents: number;
  chargeId: string | undefined;
  occurredAt: Date;
  /** Whether staff has recorded it, as from a statement, by a way of which payers send receipts. */
  isByHand: boolean;
  /** What the reservation has received with it, and the state that follows. */
  receivedCents: number;
  state: ReservationRow['state'];
}

/**
 * Accepts the receipt that waits for money that came by another way, so that nobody records it again or refuses it: the
 * bank reported the whole of its charge; or staff recorded it from a statement, which leaves nothing held or due, or is
 * of the receipt's days. One of a part of a hold's money goes on waiting for staff, and the hold with it. The
 * reservation is locked.
 */
export async function acceptShownReceipt(
  trx: DatabaseTransaction,
  actor: Actor,
  locked: { reservation: ReservationRow; trip: { title: string } },
  { entryId, amountCents, chargeId, occurredAt, isByHand, receivedCents, state }: ShownMoney,
): Promise<boolean> {
  const { reservation } = locked;
  if (!(chargeId || isByHand)) return false;
  const waiting = await trx
    .selectFrom('receipts')
    .leftJoin('charges', 'charges.id', 'receipts.charge_id')
    .select(['receipts.id', 'charges.id as charge_id', 'charges.amount_cents'])
    .select(
      sql<boolean>`receipts.created_at between ${occurredAt}::timestamptz - ${NEAR_THE_RECEIPT}
      and ${occurredAt}::timestamptz + ${NEAR_THE_RECEIPT}`.as('is_near'),
    )
    .select(
      sql<boolean>`exists (select from participants where reservation_id = receipts.reservation_id
      and held_until is not null and removed_at is null)`.as('has_held_people'),
    )
    .where('receipts.reservation_id', '=', reservation.id)
    // A literal, because a generic plan could not use the partial index.
    .where('receipts.state', '=', sql.lit('submitted'))
    .executeTakeFirst();
  if (!waiting) return false;
  const isOfCharge = chargeId !== undefined && chargeId === waiting.charge_id;
  const paysCharge = isOfCharge && (waiting.amount_cents ?? 0) <= amountCents;
  const isHeld = state === 'held' || waiting.has_held_people;
  const isSettled = receivedCents >= reservation.total_cents || reservation.state !== state;
  const isShown = isByHand && !isHeld && (isSettled || waiting.is_near);
  if (!(paysCharge || isShown)) return false;
  await writeReview(trx, waiting.id, { state: 'accepted', by: actor.caller?.id ?? null, entryId });
  await recordReservationAudit(trx, actor, locked, { action: 'reservation.receipt_accepted' });
  return true;
}

/**
 * The charge of exactly this amount for which a receipt of a locked reservation waits: money that came without
 * saying for which charge is what that receipt shows, and would count twice if staff accepted it afterwards. Else the
 * latest one by Pix with a price of its own, which nobody pays by chance.
 */
export async function chargeOfMoney(
  trx: DatabaseTransaction,
  reservationId: string,
  amountCents: number,
): Promise<Pick<Selectable<Schema['charges']>, 'id' | 'purpose' | 'amount_cents' | 'adjustment_cents'> | undefined> {
  const isShown = sql<boolean>`exists (
    select from receipts where charge_id = charges.id and reservation_id = charges.reservation_id
      and state = 'submitted')`;
  const isUnpaid = sql<boolean>`not exists (
    select from transfers entry where entry.reservation_id = charges.reservation_id
      and entry.charge_id = charges.id and entry.direction = 'in'
      and not exists (select from transfers where reverses = entry.id))`;
  // Without "limit" it is prepared.
  const [found] = await trx
    .selectFrom('charges')
    .select(['id', 'purpose', 'amount_cents', 'adjustment_cents'])
    .where('reservation_id', '=', reservationId)
    .where('amount_cents', '=', amountCents)
    .where(isUnpaid)
    .where(({ or, and, eb }) => or([isShown, and([eb('kind', '<>', 'card'), eb('adjustment_cents', '<>', 0)])]))
    .orderBy(isShown, 'desc')
    .orderBy('created_at', 'desc')
    .execute();
  return found;
}

interface Review {
  state: 'accepted' | 'rejected';
  reason?: string;
  by: string | null;
  entryId?: string;
}

/** Writes the outcome of a review; the reservation has no receipt that waits any more. */
export async function reviewReceipt(trx: DatabaseTransaction, id: string, review: Review): Promise<void> {
  await changeReservation(trx, await writeReview(trx, id, review), { receipt_submitted_at: null });
}

/** Writes the outcome of a review; what follows for its reservation, whose id it returns, is left to the caller. */
export async function writeReview(
  trx: DatabaseTransaction,
  id: string,
  { state, reason = '', by, entryId }: Review,
): Promise<string> {
  const { reservation_id } = await trx
    .updateTable('receipts')
    .set({ state, reason, reviewed_by: by, reviewed_at: new Date(), transfer_id: entryId ?? null })
    .where('id', '=', id)
    .returning('reservation_id')
    .executeTakeFirstOrThrow();
  return reservation_id;
}
