import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { enqueueEmails, isQuiet, type QueuedEmail } from '../messages/index.ts';
import { nextInstalmentAt } from '../reservations/index.ts';
import { readTimeZone } from '../settings/index.ts';
import type { RemindingParts } from './send-reminders.ts';

const BATCH = 200;

/** What payers are reminded of: an instalment that is due in three days, one that is due today, one that is late. */
type Moment = 'soon' | 'today' | 'overdue';

const dueOn = sql<string>`(${nextInstalmentAt} at time zone operator.time_zone)::date`;
const today = (now: Date) => sql<string>`(${now}::timestamptz at time zone operator.time_zone)::date`;
const momentAt = (now: Date) => sql<Moment | null>`case
  when ${today(now)} > ${dueOn} + operator.instalment_grace_days then 'overdue'
  when ${today(now)} = ${dueOn} then 'today'
  when ${today(now)} between ${dueOn} - 3 and ${dueOn} - 1 then 'soon' end`;

// By the index of the next instalment; who has shown a receipt waits for staff.
const owes = sql<boolean>`r.state = 'booked' and r.instalments is not null and r.received_cents < r.total_cents
  and r.receipt_submitted_at is null and trips.cancelled_at is null and r.choose_until is null`;

interface DueInstalment {
  id: string;
  email: string | null;
  day: string;
  moment: Moment;
}

/** Reminds payers of instalments, each once of each moment, but nobody between 21:00 and 8:00 of the operator's clock. */
export async function remindInstalments(
  parts: RemindingParts,
  { now = new Date(), signal }: { now?: Date; signal?: AbortSignal } = {},
): Promise<void> {
  if (isQuiet(now, await readTimeZone(parts.db))) return;
  let isMore = true;
  while (isMore && !signal?.aborted) isMore = await inTransaction(parts.db, (trx) => remindBatch(trx, parts, now));
}

async function remindBatch(trx: DatabaseTransaction, { jobs }: RemindingParts, now: Date): Promise<boolean> {
  const reminded = await markReminded(trx, now);
  const emails = reminded.flatMap(({ id: reservationId, email: to, day, moment }): QueuedEmail[] => {
    const kind = moment === 'overdue' ? 'instalmentOverdue' : 'instalmentDue';
    return to ? [{ kind, to, about: { reservationId, day } }] : [];
  });
  await enqueueEmails(jobs, emails, trx);
  return reminded.length === BATCH;
}

async function markReminded(trx: DatabaseTransaction, now: Date): Promise<DueInstalment[]> {
  const { rows } = await sql<DueInstalment>`
    with due as (
      select r.id, ${dueOn}::text as day, ${momentAt(now)} as moment
      from reservations r join trips on trips.id = r.trip_id cross join operator
      where ${owes} and ${nextInstalmentAt} < ${now}::timestamptz + interval '5 days' and trips.departs_at > ${now}
        and ${dueOn} || ' ' || ${momentAt(now)} is distinct from r.instalment_reminder and ${momentAt(now)} is not null
      limit ${BATCH}
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

/** Whether the instalment of that day is still the next one to be paid. */
export async function instalmentStillDue(db: Database, reservationId: string, day: string): Promise<boolean> {
  const { rows } = await sql`
    select from reservations r join trips on trips.id = r.trip_id cross join operator
    where r.id = ${reservationId} and ${owes} and ${dueOn} = ${day} and trips.departs_at > now()`.execute(db);
  return rows.length > 0;
}
