import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { sqlAny } from '../../platform/database/sql-any.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { byDay, enqueueEmails, isQuiet, type QueuedEmail } from '../messages/index.ts';
import { nextInstalmentAt } from '../reservations/index.ts';
import { readTimeZone } from '../settings/index.ts';
import type { RemindingDeps } from './send-reminders.ts';

const BATCH = 200;
// Calls to the bank at once.
const AT_ONCE = 10;

/** What payers are reminded of: an instalment that is due in three days, one that is due today, one that is late. */
type Moment = 'soon' | 'today' | 'overdue';

const dueOn = sql<string>`(${nextInstalmentAt} at time zone operator.time_zone)::date`;
const today = (now: Date) => sql<string>`(${now}::timestamptz at time zone operator.time_zone)::date`;
const momentAt = (now: Date) => sql<Moment | null>`case
  when ${today(now)} > ${dueOn} + operator.instalment_grace_days then 'overdue'
  when ${today(now)} = ${dueOn} then 'today'
  when ${today(now)} between ${dueOn} - 3 and ${dueOn} - 1 then 'soon' end`;

// Uses the index of the next instalment; payers who have shown a receipt wait for staff.
const owes = sql<boolean>`r.state = 'booked' and r.instalments is not null and r.received_cents < r.total_cents
  and r.receipt_submitted_at is null and trips.cancelled_at is null and r.choose_until is null`;

interface DueInstalment {
  id: string;
  day: string;
  moment: Moment;
}
type RemindedInstalment = DueInstalment & { email: string | null };

interface InstalmentDeps extends RemindingDeps {
  /** Has a code made for an instalment, which its reminder says; without a bank there is none. */
  chargeInstalment?: ((reservationId: string) => Promise<void>) | undefined;
}

/**
 * Reminds payers of instalments, each once of each moment, but nobody between 21:00 and 8:00 of the operator's clock.
 */
export async function remindInstalments(
  deps: InstalmentDeps,
  { now = new Date(), signal }: { now?: Date; signal?: AbortSignal } = {},
): Promise<void> {
  if (isQuiet(now, await readTimeZone(deps.db))) return;
  let isMore = true;
  while (isMore && !signal?.aborted) {
    const due = await listDue(deps.db, now);
    await chargeAll(deps, due);
    isMore = await inTransaction(deps.db, (trx) => remindBatch(trx, deps, due, now));
  }
}

// A reminder does not wait for a bank that is unavailable: its page has a code then.
async function chargeAll({ chargeInstalment, logger }: InstalmentDeps, due: readonly DueInstalment[]): Promise<void> {
  if (!chargeInstalment) return;
  const ids = due.flatMap(({ id, moment }) => (moment === 'overdue' ? [] : [id]));
  while (ids.length > 0) {
    const charged = ids.splice(0, AT_ONCE).map(async (reservationId) => {
      try {
        await chargeInstalment(reservationId);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        logger.warn({ reservationId, reason }, 'an instalment is reminded of without its code');
      }
    });
    await Promise.all(charged);
  }
}

async function remindBatch(
  trx: DatabaseTransaction,
  { jobs }: RemindingDeps,
  due: readonly DueInstalment[],
  now: Date,
): Promise<boolean> {
  const ids = due.map(({ id }) => id);
  const reminded = await markReminded(trx, ids, now);
  const emails = reminded.flatMap(({ id: reservationId, email: to, day, moment }): QueuedEmail[] => {
    const kind = moment === 'overdue' ? 'instalmentOverdue' : 'instalmentDue';
    return to ? [{ kind, to, about: { reservationId, day } }] : [];
  });
  await enqueueEmails(jobs, emails, trx);
  return reminded.length === BATCH;
}

// What its payer has not been reminded of.
const unreminded = (now: Date) => sql<DueInstalment>`
  select r.id, ${dueOn}::text as day, ${momentAt(now)} as moment
  from reservations r join trips on trips.id = r.trip_id cross join operator
  where ${owes} and ${nextInstalmentAt} < ${now}::timestamptz + interval '5 days' and trips.departs_at > ${now}
    and ${dueOn} || ' ' || ${momentAt(now)} is distinct from r.instalment_reminder and ${momentAt(now)} is not null`;

async function listDue(db: Database, now: Date): Promise<DueInstalment[]> {
  const { rows } = await sql<DueInstalment>`${unreminded(now)} limit ${BATCH}`.execute(db);
  return rows;
}

async function markReminded(trx: DatabaseTransaction, ids: string[], now: Date): Promise<RemindedInstalment[]> {
  const { rows } = await sql<RemindedInstalment>`
    with due as (
      ${unreminded(now)} and r.id = ${sqlAny(ids, 'uuid')}
      for no key update of r skip locked
    ), marked as (
      update reservations r set instalment_reminder = due.day || ' ' || due.moment, instalment_reminded_at = ${now}
      from due where r.id = due.id
      returning r.id, r.user_id, due.day, due.moment
    )
    select marked.id, payer.email, marked.day, marked.moment
    from marked join users as payer on payer.id = marked.user_id`.execute(trx);
  return rows;
}

/** When payers are reminded of instalments until tomorrow. */
export const instalmentMoments = sql`
  select ${byDay(sql`day.starts::timestamp at time zone operator.time_zone`)} as at
  from reservations r join trips on trips.id = r.trip_id cross join operator
  cross join lateral (values
    ('soon', ${dueOn} - 3, ${dueOn}),
    ('today', ${dueOn}, ${dueOn} + 1),
    ('overdue', ${dueOn} + operator.instalment_grace_days + 1, 'infinity')
  ) as day (moment, starts, ends)
  where ${owes} and ${nextInstalmentAt} < now() + interval '5 days' and trips.departs_at > now()
    and ${dueOn} || ' ' || day.moment is distinct from r.instalment_reminder
    and day.ends > (now() at time zone operator.time_zone)::date`;

/** Whether the instalment of that day is still the next one to be paid. */
export async function instalmentStillDue(db: Database, reservationId: string, day: string): Promise<boolean> {
  const { rows } = await sql`
    select from reservations r join trips on trips.id = r.trip_id cross join operator
    where r.id = ${reservationId} and ${owes} and ${dueOn} = ${day} and trips.departs_at > now()`.execute(db);
  return rows.length > 0;
}
