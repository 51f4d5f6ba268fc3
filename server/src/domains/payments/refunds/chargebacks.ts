import { randomUUIDv7 } from 'node:crypto';
import type { PaymentMethod } from '@passeio/contract/payments/payments';
import { type Chargeback, type ChargebackKind, MED_DAYS } from '@passeio/contract/payments/statements';
import { type Selectable, sql } from 'kysely';
import { type Actor, bankOf, callerOfActor, recordAudit } from '../../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Schema } from '../../../platform/database/schema/schema.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { PaymentId } from '../../../ports/payments/port.ts';
import type { NotifyDeps } from '../../messages/index.ts';
import { findTripOf, lockForMoney } from '../../reservations/index.ts';
import { dayAtOperator, isKnown } from '../ledger/ledger.queries.ts';
import { moveMoney } from '../ledger/move-money.ts';
import { notifyOfChargeback } from './notify-of-chargeback.ts';

type ChargebackRow = Selectable<Schema['chargebacks']>;

const SHOWN = 50;
const DAY_MS = 24 * 3_600_000;

/** Money of a payment of the ledger that a bank took back. The reservation is locked. */
export interface TakenBack {
  /** The provider's id of the money that went back. */
  payment: PaymentId;
  method: PaymentMethod;
  amountCents: number;
  /** The entry of the payment. */
  entryId: string;
  reservationId: string;
  /** Nothing of the payment is left. */
  isWhole: boolean;
  dispute?: Dispute;
  /** When the payer disputed it; now by default. */
  askedAt?: Date;
}
type Dispute = Exclude<ChargebackKind, 'unfit'>;

/** The task of what a bank took back, by the provider's id of it. */
export function findChargeback(db: Database, { issuer, reference }: PaymentId) {
  return db
    .selectFrom('chargebacks')
    .selectAll()
    .where('provider', '=', issuer)
    .where(sql`upper(reference)`, '=', reference.toUpperCase())
    .executeTakeFirst();
}

/**
 * Records a dispute, of which there is no settled task yet: a task for staff as soon as the bank has it, and what was
 * left of the money leaves the ledger once the bank has taken it. A booked reservation stays booked, also without its
 * deposit: staff decides. False if there is nothing new.
 */
export async function recordDispute(
  trx: DatabaseTransaction,
  deps: NotifyDeps,
  taken: TakenBack & { dispute: Dispute; isPaid: boolean },
): Promise<boolean> {
  const { payment, dispute: kind, reservationId, isPaid } = taken;
  const task = await findChargeback(trx, payment);
  if (task ? !isPaid : await isKnown(trx, payment)) return false;
  const entryId = isPaid ? await takeFromLedger(trx, taken) : null;
  const change = { entry_id: entryId, is_settled: isPaid };
  if (task) {
    // Staff has seen to it before the money went.
    const reopened = { ...change, checked_at: null, checked_by: null };
    await trx.updateTable('chargebacks').set(reopened).where('id', '=', task.id).execute();
    return true;
  }
  const row = await insertChargeback(trx, taken, { ...change, kind });
  await notifyOfChargeback(trx, deps, { reservationId, row });
  return true;
}

// What staff has given back by hand beside it is in no account any more. Null where nothing is left.
async function takeFromLedger(trx: DatabaseTransaction, taken: TakenBack): Promise<string | null> {
  const { payment, method, reservationId, entryId, isWhole } = taken;
  const locked = await lockForMoney(trx, reservationId, { mayReinstate: false });
  const amountCents = Math.min(taken.amountCents, locked.reservation.received_cents);
  if (amountCents === 0) return null;
  const movement = {
    ...{ kind: 'chargeback' as const, method, amountCents, payment, via: 'provider' as const },
    ...(isWhole && { takesBack: entryId }),
  };
  const options = { action: 'reservation.charged_back' as const, ifOver: 'stay' as const, keepsState: true };
  return (await moveMoney(trx, bankOf(method), locked, movement, options)).entryId;
}

/** Has staff see to a return that does not fit into the ledger. Its trip; undefined if staff knows of it already. */
export async function leaveUnfit(
  trx: DatabaseTransaction,
  deps: NotifyDeps,
  taken: TakenBack,
): Promise<string | undefined> {
  if (await findChargeback(trx, taken.payment)) return undefined;
  const { reservationId } = taken;
  const row = await insertChargeback(trx, taken, { kind: 'unfit', entry_id: null, is_settled: true });
  await notifyOfChargeback(trx, deps, { reservationId, row });
  return findTripOf(trx, reservationId);
}

const addDays = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

async function insertChargeback(
  trx: DatabaseTransaction,
  { payment, amountCents, entryId, askedAt = new Date() }: TakenBack,
  task: { kind: ChargebackKind; entry_id: string | null; is_settled: boolean },
): Promise<ChargebackRow> {
  const isOfPix = task.kind.startsWith('med');
  const day = await dayAtOperator(trx, askedAt);
  return trx
    .insertInto('chargebacks')
    .values({
      ...task,
      id: task.entry_id ?? randomUUIDv7(),
      provider: payment.issuer,
      reference: payment.reference,
      amount_cents: amountCents,
      payment_entry: entryId,
      answer_by: isOfPix ? addDays(day, MED_DAYS.answer) : null,
      decision_by: isOfPix ? addDays(day, MED_DAYS.decision) : null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

const openChargebacks = (db: Database) =>
  db
    .selectFrom('chargebacks as c')
    .innerJoin('entries as payment', 'payment.id', 'c.payment_entry')
    .innerJoin('reservations as r', 'r.id', 'payment.reservation_id')
    .innerJoin('users as payer', 'payer.id', 'r.user_id')
    .leftJoin('entries as entry', 'entry.id', 'c.entry_id')
    .selectAll('c')
    .select(['r.id as reservation_id', 'r.code', 'payer.name as payer', 'entry.amount_cents as recorded_cents'])
    .where('c.checked_at', 'is', null);

/** Chargebacks that staff has not looked at: what is to be answered first, then the oldest. */
export async function listChargebacks(db: Database): Promise<Chargeback[]> {
  const rows = await openChargebacks(db)
    .orderBy('c.answer_by', (order) => order.asc().nullsLast())
    .orderBy('c.noticed_at')
    .limit(SHOWN)
    .execute();
  return rows.map(present);
}

/**
 * Staff has seen to it: the money stays gone, and the reservation owes it. Throws ENTRY_NOT_FOUND, also for one that
 * somebody else has seen to.
 */
export async function checkChargeback(
  trx: DatabaseTransaction,
  actor: Actor,
  id: string,
  note = '',
): Promise<Chargeback> {
  const row = await openChargebacks(trx).where('c.id', '=', id).forNoKeyUpdate('c').executeTakeFirst();
  if (!row) throw new AppError('ENTRY_NOT_FOUND');
  await trx
    .updateTable('chargebacks')
    .set({ checked_at: new Date(), checked_by: callerOfActor(actor).id })
    .where('id', '=', id)
    .execute();
  await recordAudit(trx, actor, {
    action: 'payment.chargeback_checked',
    subject: { type: 'payment', id, label: row.code },
    changes: { amountCents: [null, row.amount_cents], ...(note && { note: [null, note] }) },
  });
  return present(row);
}

function present(
  row: ChargebackRow & { reservation_id: string; code: string; payer: string; recorded_cents: number | null },
): Chargeback {
  return {
    id: row.id,
    kind: row.kind,
    amountCents: row.amount_cents,
    recordedCents: row.recorded_cents ?? 0,
    noticedAt: row.noticed_at.toISOString(),
    answerBy: row.answer_by,
    decisionBy: row.decision_by,
    reservation: { id: row.reservation_id, code: row.code, payer: row.payer },
  };
}
