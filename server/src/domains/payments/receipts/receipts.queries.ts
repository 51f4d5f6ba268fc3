import type { PageInfo } from '@passeio/contract/pages';
import type { ReceiptFilters, ReceiptState } from '@passeio/contract/payments/payments';
import type { PaymentsToDo } from '@passeio/contract/payments/to-do-routes';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { countUpToLimit } from '../../../platform/database/count.ts';
import type { Schema } from '../../../platform/database/schema/schema.ts';
import { sqlAny } from '../../../platform/database/sql-any.ts';
import { changeReservation, leftToStaff, type ReservationRow } from '../../reservations/index.ts';
import { countWaiting } from '../link-requests/link-requests.queries.ts';

export type ReceiptRow = Selectable<Schema['receipts']>;

/**
 * Writes a receipt of a locked reservation, which waits for staff. The first readable one stops the clock of its hold.
 * Violates `receipts_one_submitted_per_reservation`.
 */
export async function insertReceipt(
  trx: DatabaseTransaction,
  reservation: Pick<ReservationRow, 'id' | 'clock_stopped_at'>,
  receipt: Omit<Insertable<Schema['receipts']>, 'state' | 'reason' | 'reservation_id'>,
): Promise<ReceiptRow> {
  const row = await trx
    .insertInto('receipts')
    // In whole milliseconds, which JavaScript knows.
    .values({ created_at: sql`date_trunc('milliseconds', now())`, ...receipt, reservation_id: reservation.id })
    .returningAll()
    .executeTakeFirstOrThrow();
  const stops = row.is_readable && !reservation.clock_stopped_at;
  await changeReservation(trx, reservation.id, {
    receipt_submitted_at: row.created_at,
    ...(stops && { clock_stopped_at: row.created_at }),
  });
  return row;
}

/**
 * The charge that a receipt sent now is for: the open one of the whole; that of an expired reservation has expired with
 * it.
 */
export async function chargeForReceipt(
  trx: DatabaseTransaction,
  { id, state }: { id: string; state: string },
): Promise<string | null> {
  const charge = await trx
    .selectFrom('charges')
    .select('id')
    .where('reservation_id', '=', id)
    .where('participant_id', 'is', null)
    .where('state', '=', state === 'expired' ? 'expired' : 'open')
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  return charge?.id ?? null;
}

export function findReceipt(db: Database, id: string): Promise<ReceiptRow | undefined> {
  return db.selectFrom('receipts').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The receipts sent for a reservation, the newest first. */
export function receiptsOf(db: Database, reservationId: string): Promise<ReceiptRow[]> {
  return db
    .selectFrom('receipts')
    .selectAll()
    .where('reservation_id', '=', reservationId)
    .orderBy('created_at', 'desc')
    .execute();
}

/** Locks a receipt, after its reservation. */
export function lockReceipt(trx: DatabaseTransaction, id: string): Promise<ReceiptRow> {
  return trx.selectFrom('receipts').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
}

/** A receipt with what staff compares it with. */
export type ReviewRow = Awaited<ReturnType<typeof receiptForReview>>;

/** One receipt as staff reviews it. */
export function receiptForReview(db: Database, id: string) {
  return receiptsForReview(db).where('receipts.id', '=', id).executeTakeFirstOrThrow();
}

/**
 * A page of the receipts in a state, and how many there are. What waits comes by urgency, reviewed ones latest first.
 */
export async function pageOfReceipts(
  db: Database,
  { state, page, size }: ReceiptFilters,
): Promise<{ rows: ReviewRow[] } & Pick<PageInfo, 'total' | 'totalIsMinimum'>> {
  const [rows, count] = await Promise.all([
    inOrder(receiptsForReview(db), state)
      // A literal, because a generic plan could not use the partial indexes.
      .where('receipts.state', '=', sql.lit(state))
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
    countUpToLimit(db, db.selectFrom('receipts').where('state', '=', sql.lit(state))),
  ]);
  return { rows, ...count };
}

function inOrder(query: ReturnType<typeof receiptsForReview>, state: ReceiptState) {
  if (state !== 'submitted') return query.orderBy('receipts.reviewed_at', 'desc').orderBy('receipts.id');
  return query
    .orderBy(sql`trips.departs_at between now() and now() + interval '3 days'`, 'desc')
    .orderBy('receipts.created_at')
    .orderBy('receipts.id');
}

function receiptsForReview(db: Database) {
  return db
    .selectFrom('receipts')
    .innerJoin('reservations as r', 'r.id', 'receipts.reservation_id')
    .innerJoin('trips', 'trips.id', 'r.trip_id')
    .innerJoin('users as payer', 'payer.id', 'r.user_id')
    .leftJoin('charges', 'charges.id', 'receipts.charge_id')
    .selectAll('receipts')
    .select(['r.code', 'r.state as reservation_state', 'r.total_cents', 'r.deposit_cents', 'r.received_cents'])
    .select(['r.hold_expires_at', 'r.trip_id', 'trips.title', 'trips.departs_at'])
    .select(['payer.name as payer_name', 'charges.reference as charge_reference'])
    .select(['charges.amount_cents as charge_cents', 'charges.state as charge_state']);
}

/** The ledger entries of reservations, newest first. */
export function entriesOfReservations(db: Database, reservationIds: string[]) {
  return db
    .selectFrom('entries')
    .selectAll()
    .where('reservation_id', '=', sqlAny(reservationIds, 'uuid'))
    .orderBy('occurred_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Receipts with the same files, other than those that only were sent again for the same reservation. */
export function sameFiles(db: Database, receipts: Pick<ReceiptRow, 'sha256'>[]) {
  return db
    .selectFrom('receipts')
    .innerJoin('reservations', 'reservations.id', 'receipts.reservation_id')
    .select([
      'receipts.id',
      'receipts.sha256',
      'receipts.state',
      'receipts.reservation_id',
      'reservations.code',
      'reservations.trip_id',
    ])
    .where(
      'receipts.sha256',
      '=',
      sqlAny(
        receipts.map(({ sha256 }) => sha256),
        'text',
      ),
    )
    .orderBy('receipts.created_at')
    .execute();
}

/** Who may open the file of a receipt, and what it is. */
export function findReceiptFile(db: Database, id: string) {
  return db
    .selectFrom('receipts')
    .innerJoin('reservations', 'reservations.id', 'receipts.reservation_id')
    .innerJoin('users as payer', 'payer.id', 'reservations.user_id')
    .innerJoin('trips', 'trips.id', 'reservations.trip_id')
    .select(['receipts.id', 'receipts.reservation_id', 'receipts.content_type', 'receipts.file_deleted_at'])
    .select(['reservations.code', 'reservations.user_id', 'payer.name as payer_name', 'trips.title'])
    .where('receipts.id', '=', id)
    .executeTakeFirst();
}

/** Ids among these that belong to a receipt. */
export async function knownReceipts(db: Database, ids: string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('receipts').select('id').where('id', '=', sqlAny(ids, 'uuid')).execute();
  return new Set(rows.map(({ id }) => id));
}

/** Receipts that still have a file although its time after the trip is over. */
export async function receiptsToClear(db: Database, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('receipts')
    .innerJoin('reservations', 'reservations.id', 'receipts.reservation_id')
    .innerJoin('trips', 'trips.id', 'reservations.trip_id')
    .innerJoin('operator', (join) => join.onTrue())
    .select('receipts.id')
    .where('receipts.file_deleted_at', 'is', null)
    .where(sql<boolean>`trips.returns_at + make_interval(days => operator.receipt_days) < now()`)
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function markFilesDeleted(db: Database, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0;
  await db.updateTable('receipts').set({ file_deleted_at: new Date() }).where('id', 'in', ids).execute();
  return ids.length;
}

/**
 * How many receipts, refunds, payments without a reservation, holds that the bank was asked for in vain, guides' cash,
 * and requests by links.
 */
export async function countToDo(db: Database): Promise<PaymentsToDo> {
  const { rows } = await sql<PaymentsToDo>`
    select (select count(*)::integer from receipts where state = 'submitted') as receipts,
      (select count(*)::integer from refunds where state = 'due') as refunds,
      (select count(*)::integer from unmatched_payments where state = 'waiting')
        + (select count(*)::integer from unreadable_pix where checked_at is null)
        + (select count(*)::integer from chargebacks where checked_at is null)
        + (select count(*)::integer from gift_cards
          where returned_at is not null and return_checked_at is null) as unmatched,
      (select count(*)::integer from ${leftToStaff} left_to_staff) as "bankChecks",
      (select count(*)::integer from cash_with_guides) as "doorPayments",
      (${countWaiting}) as "linkRequests"`.execute(db);
  return rows[0] ?? { receipts: 0, refunds: 0, unmatched: 0, bankChecks: 0, doorPayments: 0, linkRequests: 0 };
}
