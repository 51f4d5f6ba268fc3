import type { ParticipantField } from '@passeio/contract/reservations/participants';
import type { ReservationState } from '@passeio/contract/reservations/reservation-states';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import type { Schema } from '../../platform/database/schema/schema.ts';
import type { ReminderCondition, ReminderKind } from '../messages/index.ts';
import { missingFields } from '../reservations/index.ts';
import { takesPix } from '../settings/index.ts';
import { aboutOf, balanceDue, dataDue } from './moments.queries.ts';

export type TripReminder = Selectable<Schema['trip_reminders']>;

/** A reservation with what its reminders say. */
export interface RemindedReservation {
  id: string;
  code: string;
  trip_id: string;
  state: ReservationState;
  requested_at: Date | null;
  total_cents: number;
  deposit_cents: number;
  received_cents: number;
  hold_expires_at: Date | null;
  title: string;
  slug: string;
  departs_at: Date;
  boarding_points: { id: string; time: string; place: string }[];
  bring: string[];
  balance_due_at: Date;
  data_due_at: Date;
  payer_name: string;
  email: string | null;
  has_account: boolean;
  /** A Pix code can be made. */
  payable: boolean;
  /** In their order. */
  people: { name: string; fare: string; boardingPointId: string | null; missing: ParticipantField[] }[];
}

const columns = sql`
  r.id, r.code, r.trip_id, r.state, r.total_cents, r.deposit_cents, r.received_cents, r.hold_expires_at, r.requested_at, trips.title,
  trips.slug, trips.departs_at, trips.boarding_points, trips.bring, ${balanceDue} as balance_due_at,
  ${dataDue} as data_due_at, payer.name as payer_name, payer.email, payer.subject is not null as has_account,
  ${takesPix} as payable, party.people`;

const missing = missingFields(sql`operator.time_zone`);
const withParty = sql`
  join trips on trips.id = r.trip_id join users as payer on payer.id = r.user_id cross join operator
  cross join lateral (
    select coalesce(jsonb_agg(jsonb_build_object('name', participants.name, 'fare', participants.fare_label,
      'boardingPointId', participants.boarding_point_id, 'missing', ${missing}) order by participants.position), '[]')
      as people,
      coalesce(bool_or(${missing} <> '{}'), false) as lacks_data,
      coalesce(bool_or(participants.missed_at is null), false) as travelled
    from participants where participants.reservation_id = r.id and participants.removed_at is null
  ) as party`;

const owes = sql<boolean>`r.received_cents < r.total_cents and r.receipt_submitted_at is null`;
const isGoing = sql<boolean>`r.state = 'booked' and trips.cancelled_at is null`;

/** What a booked reservation must lack to be reminded. */
const reasons: Record<ReminderKind, RawBuilder<boolean>> = {
  balance_week: owes,
  balance_soon: owes,
  balance_overdue: owes,
  data_week: sql`party.lacks_data`,
  data_soon: sql`party.lacks_data`,
  departure: sql`true`,
  // Skips no-shows and people who have already reviewed.
  thanks: sql`party.travelled and not exists (select from reviews where reviews.reservation_id = r.id)`,
};

/**
 * Marks new reservations of the site, and requests that were accepted, as notified, the oldest first, `limit` at most.
 */
export async function acknowledge(trx: DatabaseTransaction, limit: number): Promise<RemindedReservation[]> {
  const { rows } = await sql<RemindedReservation>`
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
    select ${columns} from marked as r ${withParty}`.execute(trx);
  return rows;
}

/** Locks a reminder whose payers are not all notified; another process's is left out. Undefined if there is none. */
export function lockReminder(trx: DatabaseTransaction): Promise<TripReminder | undefined> {
  return trx
    .selectFrom('trip_reminders')
    .selectAll()
    .where('done_at', 'is', null)
    .orderBy('moment')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

/** The next reservations that are to be reminded, `limit` at most, in the order of their ids. */
export async function nextToRemind(
  trx: DatabaseTransaction,
  { trip_id, kind, about, moment, told_until }: TripReminder,
  limit: number,
): Promise<RemindedReservation[]> {
  const { rows } = await sql<RemindedReservation>`
    select ${columns} from reservations r ${withParty}
    join trip_reminders on trip_reminders.trip_id = r.trip_id and trip_reminders.kind = ${kind}
      and trip_reminders.about = ${about}
    where r.trip_id = ${trip_id} and r.id > ${told_until} and r.created_at < ${moment}
      and ${aboutOf} = ${about} and ${isGoing} and ${reasons[kind]}
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
  { reservationId, reminder, tripId, about }: ReminderCondition,
): Promise<boolean> {
  if (reminder === 'confirmed') {
    const found = db.selectFrom('reservations').select('id').where('id', '=', reservationId);
    return (await found.where('state', '=', 'booked').where('received_cents', '=', 0).executeTakeFirst()) !== undefined;
  }
  const { rows } = await sql`
    select r.id from reservations r ${withParty}
    join trip_reminders on trip_reminders.trip_id = r.trip_id and trip_reminders.kind = ${reminder}
      and trip_reminders.about = ${about}
    where r.id = ${reservationId} and r.trip_id = ${tripId} and ${aboutOf} = ${about}
      and (trips.departs_at > now() or ${reminder} = 'thanks') and ${isGoing} and ${reasons[reminder]}`.execute(db);
  return rows.length > 0;
}
