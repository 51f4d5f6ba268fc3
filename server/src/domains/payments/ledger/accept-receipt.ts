import { type Selectable, sql } from 'kysely';
import type { Actor } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Schema } from '../../../platform/database/schema/schema.ts';
import { changeReservation, type ReservationRow, recordReservationAudit } from '../../reservations/index.ts';

/**
 * Accepts the receipt that waits for a charge whose money came whole by another way, such as the bank's notice: there
 * is nothing left to review. One of a part of the money goes on waiting for staff. The reservation is locked.
 */
export async function acceptReceiptOfCharge(
  trx: DatabaseTransaction,
  actor: Actor,
  locked: { reservation: ReservationRow; trip: { title: string } },
  { chargeId, entryId, amountCents }: { chargeId: string; entryId: string; amountCents: number },
): Promise<void> {
  const waiting = await trx
    .selectFrom('receipts')
    .innerJoin('charges', 'charges.id', 'receipts.charge_id')
    .select('receipts.id')
    .where('receipts.reservation_id', '=', locked.reservation.id)
    // A literal, because a generic plan could not use the partial index.
    .where('receipts.state', '=', sql.lit('submitted'))
    .where('charges.id', '=', chargeId)
    .where('charges.amount_cents', '<=', amountCents)
    .executeTakeFirst();
  if (!waiting) return;
  await reviewReceipt(trx, waiting.id, { state: 'accepted', by: actor.caller?.id ?? null, entryId });
  await recordReservationAudit(trx, actor, locked, { action: 'reservation.receipt_accepted' });
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
    select from ledger_entries entry where entry.reservation_id = charges.reservation_id
      and entry.charge_id = charges.id and entry.direction = 'in'
      and not exists (select from ledger_entries where reverses = entry.id))`;
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

/** Writes the outcome of a review; the reservation has no receipt that waits any more. */
export async function reviewReceipt(
  trx: DatabaseTransaction,
  id: string,
  review: { state: 'accepted' | 'rejected'; reason?: string; by: string | null; entryId?: string },
): Promise<void> {
  const { state, reason = '', by, entryId = null } = review;
  const { reservation_id } = await trx
    .updateTable('receipts')
    .set({ state, reason, reviewed_by: by, reviewed_at: new Date(), ledger_entry_id: entryId })
    .where('id', '=', id)
    .returning('reservation_id')
    .executeTakeFirstOrThrow();
  await changeReservation(trx, reservation_id, { receipt_submitted_at: null });
}
