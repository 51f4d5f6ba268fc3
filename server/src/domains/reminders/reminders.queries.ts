import type { ReservationState } from '@passeio/contract/reservation-states';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import type { Schema } from '../../platform/database/schema/schema.ts';
import { byDay } from '../messages/index.ts';
import { balanceDueHours, transferHours } from '../reservations/index.ts';
import { reminders, withParty } from './reminders.ts';

export type TripReminder = Selectable<Schema['trip_reminders']>;

// Other trips need no computing: the earliest reminder is sent a week before the earlier deadline, the last one some
// weeks after departure.
const windows = {
  ahead: (now: RawBuilder<Date>, until = now) => sql<boolean>`trips.departs_at > ${now} and trips.departs_at < ${until}
    + interval '8 days' + greatest(${balanceDueHours}, ${transferHours}) * interval '1 hour'`,
  back: (now: RawBuilder<Date>, until = now) =>
    sql<boolean>`trips.departs_at < ${until} and trips.departs_at > ${now} - interval '60 days'`,
};
const byWindow = [...Map.groupBy(reminders, (reminder) => reminder.trips)].map(([trips, entries]) => {
  const due = entries.map(({ key, day, at, until }) => sql`(${sql.lit(key)}, ${day}, ${at}, ${until})`);
  const from = sql`trips cross join operator
    cross join lateral (values ${sql.join(due)}) as due (kind, about, moment, ends_at)`;
  return { window: windows[trips], from };
});
const hasPeople = sql<boolean>`trips.places_taken > 0 and trips.cancelled_at is null`;

/** Notes the reminders of trips whose moment has come. */
export async function noteDueReminders(db: Database, date: Date): Promise<void> {
  const now = sql<Date>`${date}::timestamptz`;
  for (const { window, from } of byWindow) {
    await sql`
      insert into trip_reminders (trip_id, kind, about, moment, ends_at)
      select trips.id, due.kind, due.about, due.moment, due.ends_at from ${from}
      where ${window(now)} and ${hasPeople} and due.moment <= ${now} and due.ends_at > ${now}
      on conflict do nothing`.execute(db);
  }
}

const tomorrow = sql<Date>`(now() + interval '1 day')`;

// When what was due at a moment is sent: what is late at night waits for the morning, too.
const sentAt = (moment: RawBuilder<unknown>) => sql`greatest(${byDay(moment)},
  case when ${byDay(sql`now()`)} > now() then ${byDay(sql`now()`)} end)`;

/** When reminders are sent until tomorrow. */
export const reminderMoments = sql`${sql.join(
  byWindow.map(
    ({ window, from }) => sql`
      select ${sentAt(sql`due.moment`)} as at from ${from}
      where ${window(sql`now()`, tomorrow)} and ${hasPeople}
        and due.moment < ${tomorrow} and due.ends_at > greatest(now(), ${byDay(sql`due.moment`)})
        and not exists (select from trip_reminders noted
          where noted.trip_id = trips.id and noted.kind = due.kind and noted.about = due.about)`,
  ),
  sql` union all `,
)} union all
  select ${sentAt(sql`moment`)} from trip_reminders cross join operator where done_at is null`;

/** New reservations whose payers are not notified yet. */
export const acknowledgementMoments = sql`
  select created_at as at from reservations where acknowledged_at is null and channel = 'site'`;

/** A new reservation, as far as its first e-mail depends on it. */
export interface NewReservation {
  id: string;
  state: ReservationState;
  requested_at: Date | null;
  received_cents: number;
  hold_expires_at: Date | null;
  departs_at: Date;
  email: string | null;
  /** The request that made it. */
  request_id: string | null;
}

/**
 * Marks new reservations of the site, and requests that were accepted, as notified, the oldest first, `limit` at most.
 */
export async function acknowledge(trx: DatabaseTransaction, limit: number): Promise<NewReservation[]> {
  const { rows } = await sql<NewReservation>`
    with fresh as (
      select id from reservations
      where acknowledged_at is null and channel = 'site'
      order by created_at
      limit ${limit}
      for no key update skip locked
    ), marked as (
      update reservations set acknowledged_at = now()
      from fresh where reservations.id = fresh.id
      returning reservations.*
    )
    select r.id, r.state, r.requested_at, r.received_cents, r.hold_expires_at, trips.departs_at, payer.email,
      (select request_id from audit_entries where subject_type = 'reservation' and subject_id = r.id::text
        order by at limit 1) as request_id
    from marked as r join trips on trips.id = r.trip_id join users as payer on payer.id = r.user_id`.execute(trx);
  return rows;
}

/** Locks a reminder whose payers are not all notified; another process's is left out. Undefined if there is none. */
export function lockReminder(trx: DatabaseTransaction): Promise<TripReminder | undefined> {
  return (
    trx
      .selectFrom('trip_reminders')
      .selectAll()
      .where('done_at', 'is', null)
      // A newer server may have others.
      .where(
        'kind',
        'in',
        reminders.map(({ key }) => key),
      )
      .orderBy('moment')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
  );
}

type About = Pick<TripReminder, 'trip_id' | 'kind' | 'about'>;

// Whether a row of reservations `r` lacks what a noted reminder is about, which is still the same day.
function isReminded({ trip_id, kind, about }: About): RawBuilder<boolean> {
  const found = reminders.find(({ key }) => key === kind);
  if (!found) return sql`false`;
  return sql`r.trip_id = ${trip_id} and ${found.day} = ${about} and ${found.to} and ${found.applies}
    and exists (select from trip_reminders noted
      where noted.trip_id = r.trip_id and noted.kind = ${kind} and noted.about = ${about})`;
}

/** The next reservations that are to be reminded, `limit` at most, in the order of their ids. */
export async function nextToRemind(trx: DatabaseTransaction, reminder: TripReminder, limit: number) {
  const { rows } = await sql<{ id: string; email: string | null }>`
    select r.id, payer.email from reservations r ${withParty} join users as payer on payer.id = r.user_id
    where r.id > ${reminder.told_until} and r.created_at < ${reminder.moment} and ${isReminded(reminder)}
    order by r.id
    limit ${limit}`.execute(trx);
  return rows;
}

/** Notes how far a reminder was sent. */
export async function saveProgress(
  trx: DatabaseTransaction,
  { trip_id, kind, about }: TripReminder,
  progress: { told_until: string } | { done_at: Date },
): Promise<void> {
  await trx
    .updateTable('trip_reminders')
    .set(progress)
    .where('trip_id', '=', trip_id)
    .where('kind', '=', kind)
    .where('about', '=', about)
    .execute();
}

/** Whether a reservation still lacks what its payer is reminded of, and the day that it names is the same. */
export async function reminderStillApplies(
  db: Database,
  { reservationId, tripId, reminder, day }: { reservationId: string; tripId: string; reminder: string; day: string },
): Promise<boolean> {
  const isBack = reminders.some(({ key, trips }) => key === reminder && trips === 'back');
  const { rows } = await sql`
    select r.id from reservations r ${withParty}
    where r.id = ${reservationId} and ${isReminded({ trip_id: tripId, kind: reminder, about: day })}
      and (trips.departs_at > now() or ${isBack})`.execute(db);
  return rows.length > 0;
}
