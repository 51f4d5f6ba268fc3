import type { Chargeback } from '@passeio/contract/payments/statements';
import type { Logger } from 'pino';
import { type Actor, bankOf, callerOfActor, recordAudit } from '../../../platform/audit/audit.ts';
import type { ChangeNotifier } from '../../../platform/changes/change-notifier.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { Payment } from '../../../ports/payments/port.ts';
import type { NotifyDeps } from '../../messages/index.ts';
import { findTripOf, lockForMoney } from '../../reservations/index.ts';
import { countingEntries, isKnown } from '../ledger/ledger.queries.ts';
import { moveMoney } from '../ledger/move-money.ts';
import { recordBankReturns } from './bank-returns.ts';
import { notifyOfChargeback } from './notify-of-chargeback.ts';

const SHOWN = 50;

type Parts = NotifyDeps & {
  db: Database;
  changes: Pick<ChangeNotifier, 'announce'>;
  logger: Pick<Logger, 'warn'>;
};

/**
 * Records what went back of a payment without our asking: refunds in the provider's own application, and a chargeback.
 */
export async function recordWhatWentBack(parts: Parts, payment: Payment): Promise<void> {
  await recordBankReturns(parts, payment);
  const tripId = payment.chargeback && (await inTransaction(parts.db, (trx) => recordChargeback(trx, parts, payment)));
  if (tripId) parts.changes.announce(`places:${tripId}`);
}

// Locked, so that each is recorded once. A booked reservation stays booked, also without its deposit: staff decides.
async function recordChargeback(
  trx: DatabaseTransaction,
  parts: NotifyDeps,
  payment: Payment,
): Promise<string | undefined> {
  const { issuer, reference, method, chargeback } = payment;
  const counting = countingEntries(trx, issuer, [reference]).select([
    'entry.id',
    'entry.reservation_id',
    'entry.amount_cents',
  ]);
  const found = chargeback && (await counting.executeTakeFirst());
  if (!found) return undefined;
  const locked = await lockForMoney(trx, found.reservation_id, { mayReinstate: false });
  const entry = await counting.executeTakeFirst();
  const id = { issuer, reference: chargeback.reference };
  if (entry?.id !== found.id || (await isKnown(trx, id))) return undefined;
  // What staff has given back by hand beside it is in no account any more.
  const amountCents = Math.min(chargeback.amountCents, locked.reservation.received_cents);
  if (amountCents === 0) return undefined;
  const isWhole = chargeback.amountCents >= entry.amount_cents;
  const movement = {
    ...{ kind: 'chargeback' as const, method, amountCents, payment: id, via: 'provider' as const },
    ...(isWhole && { takesBack: entry.id }),
  };
  const options = { action: 'reservation.charged_back' as const, ifOver: 'stay' as const, keepsState: true };
  const { entryId } = await moveMoney(trx, bankOf(method), locked, movement, options);
  await trx.insertInto('chargebacks').values({ entry_id: entryId, payment_entry: entry.id }).execute();
  await notifyOfChargeback(trx, parts, { reservationId: found.reservation_id, entryId });
  return findTripOf(trx, found.reservation_id);
}

const openChargebacks = (db: Database) =>
  db
    .selectFrom('chargebacks as c')
    .innerJoin('ledger_entries as entry', 'entry.id', 'c.entry_id')
    .innerJoin('reservations as r', 'r.id', 'entry.reservation_id')
    .innerJoin('users as payer', 'payer.id', 'r.user_id')
    .select([
      'entry.id',
      'r.id as reservation_id',
      'r.code',
      'payer.name as payer',
      'entry.amount_cents',
      'c.noticed_at',
    ])
    .where('c.checked_at', 'is', null);

/** Those that staff has not looked at yet, the oldest first. */
export async function listChargebacks(db: Database): Promise<Chargeback[]> {
  const rows = await openChargebacks(db).orderBy('c.noticed_at').limit(SHOWN).execute();
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
  const row = await openChargebacks(trx).where('entry.id', '=', id).forNoKeyUpdate('c').executeTakeFirst();
  if (!row) throw new AppError('ENTRY_NOT_FOUND');
  await trx
    .updateTable('chargebacks')
    .set({ checked_at: new Date(), checked_by: callerOfActor(actor).id })
    .where('entry_id', '=', id)
    .execute();
  await recordAudit(trx, actor, {
    action: 'payment.chargeback_checked',
    subject: { type: 'payment', id, label: row.code },
    changes: { amountCents: [null, row.amount_cents], ...(note && { note: [null, note] }) },
  });
  return present(row);
}

function present(row: {
  id: string;
  reservation_id: string;
  code: string;
  payer: string;
  amount_cents: number;
  noticed_at: Date;
}): Chargeback {
  return {
    id: row.id,
    amountCents: row.amount_cents,
    noticedAt: row.noticed_at.toISOString(),
    reservation: { id: row.reservation_id, code: row.code, payer: row.payer },
  };
}
