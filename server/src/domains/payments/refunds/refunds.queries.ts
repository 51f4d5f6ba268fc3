import { randomUUIDv7 } from 'node:crypto';
import type { AuditAction } from '@passeio/contract/audit';
import type { PaymentMethod } from '@passeio/contract/payments/payments';
import { type Selectable, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { countUpToLimit } from '../../../platform/database/count.ts';
import type { Schema } from '../../../platform/database/schema/schema.ts';
import { sqlAny } from '../../../platform/database/sql-any.ts';
import type { PaymentId } from '../../../ports/payments/port.ts';
import { isRefundCredited, isRefundPutRight, readRefundDay, returnableRests, sentCentsOf } from '../../book/index.ts';
import { changeReservation } from '../../reservations/index.ts';

export type RefundRow = Selectable<Schema['refunds']>;
/** A refund with its reservation, payer and trip. */
export type RefundWithReservation = RefundRow & {
  code: string;
  payer: string;
  payer_id: string;
  key_changed_by: string | null;
  trip_id: string;
  title: string;
  departs_at: Date;
  today: string;
  as_credit: boolean;
  link_makers: string[];
};

/**
 * A page of refunds with their number and sum: the open ones by promise, the paid ones from the last, but for those put
 * right.
 */
export async function pageOfRefunds(
  db: Database,
  { state, page, size }: { state: 'open' | 'paid'; page: number; size: number },
) {
  const matching = db
    .selectFrom('refunds')
    // Literals, because a generic plan could not use the partial index.
    .where(
      state === 'open'
        ? sql<boolean>`refunds.state in ('due', 'sent')`
        : sql<boolean>`refunds.state = 'paid' and not ${isRefundPutRight}`,
    );
  const [rows, count, { sum }] = await Promise.all([
    withReservation(db)
      .where('refunds.id', 'in', (eb) =>
        eb
          .selectFrom(
            matching
              .select('refunds.id')
              .orderBy(state === 'open' ? 'promised_for' : 'paid_at', state === 'open' ? 'asc' : 'desc')
              .orderBy('refunds.id')
              .limit(size)
              .offset((page - 1) * size)
              .as('listed'),
          )
          .select('listed.id'),
      )
      .orderBy(state === 'open' ? 'promised_for' : 'paid_at', state === 'open' ? 'asc' : 'desc')
      .orderBy('refunds.id')
      .execute(),
    countUpToLimit(db, matching),
    matching
      .select((eb) => eb.fn.coalesce(eb.fn.sum<string>('amount_cents'), sql<string>`0`).as('sum'))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, ...count, sumCents: Number(sum) };
}

export function findRefund(db: Database, id: string): Promise<RefundWithReservation | undefined> {
  return withReservation(db).where('refunds.id', '=', id).executeTakeFirst();
}

/** To whom a refund goes. */
export function payerOfRefund(db: Database, id: string) {
  return db
    .selectFrom('refunds')
    .innerJoin('reservations', 'reservations.id', 'refunds.reservation_id')
    .innerJoin('users', 'users.id', 'reservations.user_id')
    .select(['users.email', 'refunds.reservation_id', 'refunds.pix_key', 'refunds.amount_cents'])
    .where('refunds.id', '=', id)
    .executeTakeFirstOrThrow();
}

/** What must go back of a reservation, if anything. */
export function findDueRefund(db: Database, reservationId: string): Promise<RefundRow | undefined> {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('reservation_id', '=', reservationId)
    .where('state', '=', sql.lit('due'))
    .executeTakeFirst();
}

/** The refund of a reservation that is due, else the latest. */
export function findLastRefund(db: Database, reservationId: string): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('refunds')
    .select('id')
    .where('reservation_id', '=', reservationId)
    .orderBy(sql`state = 'due'`, 'desc')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The refunds that the provider is asked for. */
export function sentRefunds(db: Database): Promise<{ id: string }[]> {
  return db.selectFrom('refunds').select('id').where('state', '=', sql.lit('sent')).orderBy('promised_for').execute();
}

/** Refunds that are at a provider, which is asked about them. */
export const refundMoments = sql`select created_at as at from refunds where state = 'sent'`;

/** What a reservation was given back, or the provider is asked for, in centavos. */
export async function givenBackCentsOf(db: Database, reservationId: string): Promise<number> {
  const { refunded_cents } = await db
    .selectFrom('reservations')
    .select('refunded_cents')
    .where('id', '=', reservationId)
    .executeTakeFirstOrThrow();
  return refunded_cents + (await sentCentsOf(db, reservationId));
}

type RefundColumns = 'state' | 'amount_cents' | 'promised_for' | 'pix_key' | 'provider_reference' | 'returned_entry';
type KeyColumns = 'pix_key_changed_by' | 'pix_key_changed_at';
type RefundChange = Partial<Pick<RefundRow, RefundColumns | KeyColumns | 'decided_by' | 'paid_at'>>;

/** Changes a refund; {@link writeRefundDay}, where its reservation's money stays, is left to the caller. */
export async function changeRefund(trx: DatabaseTransaction, id: string, change: RefundChange): Promise<void> {
  await trx.updateTable('refunds').set(change).where('id', '=', id).execute();
}

/** Has a reservation's row follow its refunds, of which one is promised for another day. */
export async function writeRefundDay(trx: DatabaseTransaction, reservationId: string): Promise<void> {
  await changeReservation(trx, reservationId, { refund_due_on: await readRefundDay(trx, reservationId) });
}

/** Has a sent refund carry the provider's own reference, by which it is found from now on. */
export async function renameSent(db: Database, { id, from, to }: { id: string; from: string; to: string }) {
  await db
    .updateTable('refunds')
    .set({ provider_reference: to })
    .where('id', '=', id)
    .where('provider_reference', '=', from)
    .execute();
}

/** Writes a refund that is paid, or sent like another one of the same day, but for `change`; returns its id. */
export async function insertRefund(
  trx: DatabaseTransaction,
  like: Pick<RefundRow, 'reservation_id' | 'reason' | 'promised_for' | 'pix_key'> &
    Partial<Pick<RefundRow, KeyColumns>>,
  change: RefundChange & { amount_cents: number },
): Promise<string> {
  const { reservation_id, reason, promised_for, pix_key, pix_key_changed_by, pix_key_changed_at } = like;
  const id = randomUUIDv7();
  await trx
    .insertInto('refunds')
    .values({ reservation_id, reason, promised_for, pix_key, pix_key_changed_by, pix_key_changed_at, ...change, id })
    .execute();
  return id;
}

/** The key of a refund that makes room for another one. */
export type FormerRefund = Pick<RefundRow, 'pix_key' | KeyColumns>;

/**
 * The due refund makes room for one that the provider refused, to which its key goes; undefined without one. {@link
 * writeRefundDay} is left to the caller.
 */
export function deleteDueRefund(trx: DatabaseTransaction, reservationId: string): Promise<FormerRefund | undefined> {
  return trx
    .deleteFrom('refunds')
    .where('reservation_id', '=', reservationId)
    .where('state', '=', sql.lit('due'))
    .returning(['pix_key', 'pix_key_changed_by', 'pix_key_changed_at'])
    .executeTakeFirst();
}

/** A payment through the provider, and how much of it has not been returned. */
export interface ReturnablePayment {
  reservation_id: string;
  entry_id: string;
  provider: string;
  reference: string;
  rest_cents: number;
}

/** Whether a refund of a payment was asked for by us. */
export async function isOwnReference(db: Database, reference: string): Promise<boolean> {
  const own = db.selectFrom('refunds').select('id').where('provider_reference', '=', reference);
  return (await own.executeTakeFirst()) !== undefined;
}

/** Whether money that the provider returned is in the ledger under its id, or stands for an entry of staff's. */
export async function isReturnRecorded(
  db: Database,
  { reservationId, payment }: { reservationId: string; payment: PaymentId },
): Promise<boolean> {
  const reference = payment.reference.toUpperCase();
  const found = await refundEntries(db, reservationId)
    .select('entry.id')
    .where(({ eb, or }) =>
      or([
        eb(sql`upper(entry.reference)`, '=', reference).and('entry.provider', '=', payment.issuer),
        eb(sql`upper(refunds.provider_reference)`, '=', reference),
      ]),
    )
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Has a refund that staff recorded by hand, with the same amount and method and without an id, stand for money that the
 * provider returned; each for one. False if there is none.
 */
export async function claimRecordedByHand(
  trx: DatabaseTransaction,
  {
    reservationId,
    payment,
    method,
    amountCents,
    entryId,
  }: { reservationId: string; payment: PaymentId; method: PaymentMethod; amountCents: number; entryId: string },
): Promise<boolean> {
  const byHand = await refundEntries(trx, reservationId)
    .select('refunds.id')
    .where('refunds.provider_reference', 'is', null)
    .where('entry.reference', 'is', null)
    .where('entry.amount_cents', '=', amountCents)
    .where('entry.recorded_via', '=', 'person')
    .where('entry.method', '=', method)
    .orderBy('entry.occurred_at')
    .executeTakeFirst();
  if (byHand) await changeRefund(trx, byHand.id, { provider_reference: payment.reference, returned_entry: entryId });
  return byHand !== undefined;
}

// What was returned of a reservation, but for what was put right.
function refundEntries(db: Database, reservationId: string) {
  return db
    .selectFrom('entries as entry')
    .innerJoin('refunds', 'refunds.id', 'entry.refund_id')
    .leftJoin('transfers as reversal', 'reversal.reverses', 'entry.id')
    .where('entry.reservation_id', '=', reservationId)
    .where('entry.kind', '=', 'refund')
    .where('reversal.id', 'is', null);
}

/** What can be returned through the provider, the largest first. */
export async function returnablePaymentsOf(db: Database, reservationIds: string[]): Promise<ReturnablePayment[]> {
  if (reservationIds.length === 0) return [];
  const rests = returnableRests(db).where('entry.reservation_id', '=', sqlAny(reservationIds, 'uuid'));
  return db
    .selectFrom(rests.as('rests'))
    .selectAll()
    .where('rest_cents', '>', 0)
    .orderBy('rest_cents', 'desc')
    .orderBy('entry_id')
    .$castTo<ReturnablePayment>()
    .execute();
}

/** The payment of an entry. `chargedBy`: the provider that started its charge; null without one. */
export async function paymentOfEntry(db: Database, entryId: string) {
  const { provider, reference, ...payment } = await db
    .selectFrom('entries as entry')
    .leftJoin('charges', 'charges.id', 'entry.charge_id')
    .select(['entry.provider', 'entry.reference', 'entry.method', 'charges.provider as chargedBy'])
    .where('entry.id', '=', entryId)
    .executeTakeFirstOrThrow();
  return { ...payment, issuer: provider ?? '', reference: reference ?? '' };
}

/** Today in the operator's time zone. */
export async function readToday(db: Database): Promise<string> {
  return (await db.selectNoFrom(todayOfOperator.as('today')).executeTakeFirstOrThrow()).today;
}

const todayOfOperator = sql<string>`(select (now() at time zone time_zone)::date from operator)`;

/** What moves a refund by a link. */
const linkedActions: AuditAction[] = [
  'reservation.cancelled',
  'reservation.participant_removed',
  'reservation.extra_removed',
  'reservation.choice_made',
  'reservation.refund_changed',
];

const linkMakers = sql<string[]>`array(
  select distinct maker.name from audit_entries entry join users maker on maker.id = entry.link_made_by
  where entry.subject_type = 'reservation' and entry.subject_id = refunds.reservation_id::text
    and entry.action in (${sql.join(linkedActions)})
  order by maker.name)`;

function withReservation(db: Database) {
  return db
    .selectFrom('refunds')
    .innerJoin('reservations', 'reservations.id', 'refunds.reservation_id')
    .innerJoin('users', 'users.id', 'reservations.user_id')
    .innerJoin('trips', 'trips.id', 'reservations.trip_id')
    .leftJoin('users as changer', 'changer.id', 'refunds.pix_key_changed_by')
    .selectAll('refunds')
    .select(['reservations.code', 'users.name as payer', 'trips.id as trip_id'])
    .select(['users.id as payer_id', 'changer.name as key_changed_by'])
    .select(['trips.title', 'trips.departs_at', todayOfOperator.as('today'), isRefundCredited.as('as_credit')])
    .select(linkMakers.as('link_makers'));
}
