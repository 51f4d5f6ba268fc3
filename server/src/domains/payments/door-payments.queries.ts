import type { DoorPaymentState } from '@passeio/contract/payments/door-payment-routes';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { countUpToLimit } from '../../platform/database/count.ts';
import type { Schema } from '../../platform/database/schema/schema.ts';

type DoorPaymentRow = Selectable<Schema['door_payments']>;

/** The guide of a link, or the person with an account. */
const takerName = sql<string>`coalesce(guide_links.name, taker.name)`;

export function findDoorPayment(db: Database, id: string): Promise<DoorPaymentRow | undefined> {
  return db.selectFrom('door_payments').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function insertDoorPayment(
  trx: DatabaseTransaction,
  payment: Insertable<Schema['door_payments']>,
): Promise<void> {
  await trx.insertInto('door_payments').values(payment).execute();
}

/** What guides took for a reservation and waits for staff, with their names. */
export async function waitingOf(db: Database, reservationId: string): Promise<{ guideCents: number; guides: string }> {
  return (
    db
      .selectFrom('door_payments')
      .leftJoin('guide_links', 'guide_links.id', 'door_payments.guide_link_id')
      .leftJoin('users as taker', 'taker.id', 'door_payments.recorded_by')
      .select(sql<number>`coalesce(sum(amount_cents), 0)::integer`.as('guideCents'))
      .select(sql<string>`coalesce(string_agg(distinct ${takerName}, ' e '), '')`.as('guides'))
      .where('reservation_id', '=', reservationId)
      // A literal, because a generic plan could not use the partial index.
      .where('state', '=', sql.lit('waiting'))
      .executeTakeFirstOrThrow()
  );
}

export type ReviewRow = Awaited<ReturnType<typeof doorPaymentForReview>>;

/** One payment to a guide as staff decides about it. */
export function doorPaymentForReview(db: Database, id: string) {
  return forReview(db).where('door_payments.id', '=', id).executeTakeFirstOrThrow();
}

/** A page of what waits for staff, the oldest first. */
export async function pageOfWaiting(db: Database, { page, size }: { page: number; size: number }) {
  const [rows, count] = await Promise.all([
    forReview(db)
      .where('door_payments.state', '=', sql.lit('waiting'))
      .orderBy('door_payments.taken_at')
      .orderBy('door_payments.id')
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
    countUpToLimit(db, db.selectFrom('door_payments').where('state', '=', sql.lit('waiting'))),
  ]);
  return { rows, ...count };
}

function forReview(db: Database) {
  return db
    .selectFrom('door_payments')
    .leftJoin('guide_links', 'guide_links.id', 'door_payments.guide_link_id')
    .leftJoin('users as taker', 'taker.id', 'door_payments.recorded_by')
    .innerJoin('reservations as r', 'r.id', 'door_payments.reservation_id')
    .innerJoin('trips', 'trips.id', 'r.trip_id')
    .innerJoin('users as payer', 'payer.id', 'r.user_id')
    .select(['door_payments.id', 'door_payments.amount_cents', 'door_payments.taken_at', 'door_payments.state'])
    .select([takerName.as('guide'), 'r.id as reservation_id', 'r.code', 'r.state as reservation_state'])
    .select(['r.total_cents', 'r.received_cents', 'payer.name as payer_name'])
    .select(['r.trip_id', 'trips.title', 'trips.departs_at']);
}

/** Locks a payment to a guide, after its reservation. */
export function lockDoorPayment(trx: DatabaseTransaction, id: string) {
  return trx
    .selectFrom('door_payments')
    .leftJoin('guide_links', 'guide_links.id', 'door_payments.guide_link_id')
    .leftJoin('users as taker', 'taker.id', 'door_payments.recorded_by')
    .selectAll('door_payments')
    .select(takerName.as('guide'))
    .where('door_payments.id', '=', id)
    .forUpdate('door_payments')
    .executeTakeFirst();
}

export async function decideDoorPayment(
  trx: DatabaseTransaction,
  id: string,
  { state, by, entryId = null }: { state: Exclude<DoorPaymentState, 'waiting'>; by: string; entryId?: string | null },
): Promise<void> {
  await trx
    .updateTable('door_payments')
    .set({ state, decided_by: by, decided_at: new Date(), transfer_id: entryId })
    .where('id', '=', id)
    .execute();
}
