import { formatDay } from '@passeio/contract/format-moments';
import { nextInstalment } from '@passeio/contract/reservations/instalments';
import { type RawBuilder, sql } from 'kysely';
import type { Logger } from 'pino';
import { system } from '../../../platform/audit/audit.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { NotifyDeps } from '../../messages/index.ts';
import { nextInstalmentAt } from '../reservation/deadlines.ts';
import { lockWithTrip } from '../reservation/lock-reservation.ts';
import { cancelAsQuoted } from './cancel-reservation.ts';
import { quoteOf } from './quote-cancellation.ts';

const BATCH = 50;

interface ReleasingDeps extends NotifyDeps {
  db: Database;
  logger: Pick<Logger, 'warn'>;
}

/**
 * Cancels, by the rules of their payers' own cancellation, reservations whose instalment is overdue for as long as the
 * operator waits, where the operator wants that: a day after the payer was warned at the earliest, and never past the
 * departure, nor while staff has to decide on a payment that a bank took back. Each in a transaction of its own.
 */
export async function releaseOverdue(
  deps: ReleasingDeps,
  { now = new Date(), signal }: { now?: Date; signal?: AbortSignal } = {},
): Promise<void> {
  for (const id of await listOverdue(deps.db, now)) {
    if (signal?.aborted) return;
    try {
      await inTransaction(deps.db, (trx) => release(trx, deps, id, now));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      deps.logger.warn(
        { reservationId: id, reason },
        'an overdue reservation could not be cancelled; tried again later',
      );
    }
  }
}

async function release(
  trx: DatabaseTransaction,
  { jobs, publicUrl }: ReleasingDeps,
  reservationId: string,
  now: Date,
): Promise<void> {
  const locked = await lockWithTrip(trx, reservationId);
  // The payer paid or showed a receipt meanwhile, or another process was here.
  if (!(await listOverdue(trx, now, reservationId)).includes(reservationId)) return;
  const { instalments, total_cents: totalCents, deposit_cents: depositCents, received_cents } = locked.reservation;
  const money = { totalCents, depositCents, receivedCents: received_cents };
  const next = nextInstalment(instalments ?? [], money, now);
  const reason = next ? `Parcela de ${formatDay(next.dueOn)} não paga` : '';
  const quoted = await quoteOf(trx, locked, { by: 'client', now });
  const cancellation = { locked, leaving: undefined, quoted, by: 'client' as const, editor: 'staff' as const };
  await cancelAsQuoted(trx, system, { jobs, publicUrl }, { ...cancellation, now, reason });
}

// Overdue reservations whose payers were warned.
const overdueAt = (now: RawBuilder<unknown>) => sql`
  from reservations r join trips on trips.id = r.trip_id cross join operator
  where operator.releases_overdue and r.state = 'booked' and r.instalments is not null
    and r.received_cents < r.total_cents and r.receipt_submitted_at is null and r.choose_until is null
    and not exists (
      select from chargebacks c join transfers e on e.id = c.payment_entry
      where e.reservation_id = r.id and c.checked_at is null and c.kind <> 'unfit')
    and trips.departs_at > ${now} and trips.cancelled_at is null and r.instalment_reminder like '%overdue'`;

/** When overdue reservations are cancelled. */
export const releaseMoments = sql`
  select greatest(${nextInstalmentAt} + operator.overdue_release_days * interval '1 day',
    r.instalment_reminded_at + interval '1 day') as at ${overdueAt(sql`now()`)}`;

async function listOverdue(db: Database, date: Date, id?: string): Promise<string[]> {
  const now = sql`${date}::timestamptz`;
  const { rows } = await sql<{ id: string }>`
    select r.id ${overdueAt(now)}
      and ${nextInstalmentAt} < ${now} - operator.overdue_release_days * interval '1 day'
      and r.instalment_reminded_at < ${now} - interval '1 day'
      ${id ? sql`and r.id = ${id}` : sql``}
    order by r.id limit ${BATCH}`.execute(db);
  return rows.map((row) => row.id);
}
