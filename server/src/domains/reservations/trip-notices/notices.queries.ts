import type { TripChange } from '@passeio/contract/trips/trip-notice';
import { type Insertable, sql } from 'kysely';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Schema } from '../../../platform/database/schema/schema.ts';
import { shortenCharges } from '../../book/index.ts';
import { balanceDueHours } from '../reservation/deadlines.ts';

/** A change as one reservation knows it: `old` is what its payer last read. `tell`: its payer is to be notified. */
type KnownChange = TripChange & { tell: boolean };

/** The last notice of a reservation. */
export interface NoticeContent {
  changes: KnownChange[];
  message: string;
}

/** The latest notice of a reservation. `wasSent`: its e-mail went out. */
export type LatestNotice = NoticeContent & { wasSent: boolean };

/** An active reservation of a trip, with its payer and their last notice. */
export interface ReservationOfTrip {
  id: string;
  code: string;
  payer_name: string;
  email: string | null;
  /** Where each of its people boards; null: to be agreed. */
  boarding: (string | null)[];
  latest: LatestNotice | null;
}

/** The active reservations of a trip, by payer. */
export async function reservationsOfTrip(trx: DatabaseTransaction, tripId: string): Promise<ReservationOfTrip[]> {
  const { rows } = await sql<ReservationOfTrip>`
    select r.id, r.code, payer.name as payer_name, payer.email,
      coalesce((select jsonb_agg(boarding_point_id) from participants
        where reservation_id = r.id and removed_at is null), '[]') as boarding,
      (select jsonb_build_object('changes', n.changes, 'message', n.message,
          'wasSent', exists (select from reservation_emails e where e.id = n.email_id and e.state = 'sent'))
        from trip_notice_reservations n join trip_notices on trip_notices.id = n.notice_id
        where n.reservation_id = r.id and trip_notices.trip_id = r.trip_id
        order by n.notice_id desc limit 1) as latest
    from reservations r join users payer on payer.id = r.user_id
    where r.trip_id = ${tripId} and r.is_active
    order by payer.sort_name, r.code`.execute(trx);
  return rows;
}

/** The waiting entries of a trip, with an e-mail address or without. */
export function waitingOfTrip(trx: DatabaseTransaction, tripId: string) {
  return trx
    .selectFrom('waiting_list_entries as w')
    .innerJoin('users', 'users.id', 'w.user_id')
    .select(['w.id', 'users.email'])
    .where('w.trip_id', '=', tripId)
    .where('w.state', '=', 'waiting')
    .execute();
}

/** The first reservations that take places of a trip, by payer, and how many there are. */
export async function occupantsOfTrip(trx: DatabaseTransaction, tripId: string, limit: number) {
  const taking = trx
    .selectFrom('reservations')
    .innerJoin('users', 'users.id', 'reservations.user_id')
    .innerJoin('trips', 'trips.id', 'reservations.trip_id')
    .where('reservations.trip_id', '=', tripId)
    .where('reservations.is_active', '=', true)
    .where('reservations.places', '>', 0);
  const rows = await taking
    .selectAll('reservations')
    .select([
      'users.name as payer_name',
      'trips.departs_at',
      'trips.returns_at',
      balanceDueHours.as('balance_due_hours'),
    ])
    .orderBy('users.sort_name')
    .orderBy('reservations.code')
    .limit(limit)
    .execute();
  const { total } = await taking.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

/** A hold whose deadline moved with its trip. */
export interface MovedHold {
  id: string;
  state: 'requested' | 'held';
  before: Date;
  after: Date;
}

/**
 * Ends the holds of a trip before the last moment before its departure, though not sooner than the shortest hold from
 * now, and never after departure, and its requests at `answerBy`; their payers are notified anew before they end.
 */
export async function shortenHolds(
  trx: DatabaseTransaction,
  tripId: string,
  { departsAt, answerBy }: { departsAt: Date; answerBy: Date },
): Promise<MovedHold[]> {
  const { rows } = await sql<MovedHold>`
    with late as (
      select r.id, r.state, r.hold_expires_at as before,
        case when r.state = 'requested' then ${answerBy}::timestamptz else least(
          greatest(${departsAt}::timestamptz - make_interval(mins => last_moment_minutes),
            now() + make_interval(mins => shortest_hold_minutes)),
          ${departsAt}::timestamptz
        ) end as after
      from reservations r cross join operator
      where r.trip_id = ${tripId} and r.state in ('requested', 'held')
      for no key update of r
    )
    update reservations set hold_expires_at = late.after, hold_warned_at = null, updated_at = now()
    from late where reservations.id = late.id and late.before > late.after
    returning late.*`.execute(trx);
  await shortenCharges(
    trx,
    rows.map(({ id }) => id),
  );
  return rows;
}

type NoticeOfReservation = Omit<Insertable<Schema['trip_notice_reservations']>, 'notice_id' | 'changes'> & {
  changes: KnownChange[];
};

/** Writes a notice with what it is for each reservation. */
export async function insertNotice(
  trx: DatabaseTransaction,
  { changes, ...notice }: Omit<Insertable<Schema['trip_notices']>, 'changes'> & { changes: TripChange[] },
  reservations: NoticeOfReservation[],
): Promise<void> {
  await trx
    .insertInto('trip_notices')
    .values({ ...notice, changes: JSON.stringify(changes) })
    .execute();
  await sql`
    insert into trip_notice_reservations (notice_id, reservation_id, changes, message, email_id, hold_moved)
    select ${notice.id}, reservation_id, changes, message, email_id, hold_moved
    from jsonb_to_recordset(${JSON.stringify(reservations)}::jsonb)
      as n (reservation_id uuid, changes jsonb, message text, email_id uuid, hold_moved boolean)`.execute(trx);
}

/** The notices of a change of many dates of which payers are to be told, by payer and departure. */
export async function noticesOfSeries(trx: DatabaseTransaction, seriesChangeId: string) {
  const { rows } = await sql<{
    reservation_id: string;
    notice_id: string;
    hold_moved: boolean;
    user_id: string;
    email: string | null;
  }>`
    select n.reservation_id, n.notice_id, n.hold_moved, payer.id as user_id, payer.email
    from trip_notices t join trip_notice_reservations n on n.notice_id = t.id
    join reservations r on r.id = n.reservation_id join users payer on payer.id = r.user_id
    join trips on trips.id = t.trip_id
    where t.series_change_id = ${seriesChangeId} and r.is_active and n.email_id is null
      and (n.changes @> '[{"tell": true}]' or t.message is not null and payer.email is null)
    order by payer.id, trips.departs_at, n.reservation_id`.execute(trx);
  return rows;
}

/** Notes by which e-mail payers were told of notices. */
export async function markEmailed(
  trx: DatabaseTransaction,
  emailed: { reservationId: string; noticeId: string; emailId: string }[],
): Promise<void> {
  await sql`
    update trip_notice_reservations n set email_id = e."emailId"
    from jsonb_to_recordset(${JSON.stringify(emailed)}::jsonb)
      as e ("reservationId" uuid, "noticeId" uuid, "emailId" uuid)
    where n.reservation_id = e."reservationId" and n.notice_id = e."noticeId"`.execute(trx);
}

/** How many payers with an address these reservations have. */
export async function countPayers(trx: DatabaseTransaction, reservationIds: string[]): Promise<number> {
  if (reservationIds.length === 0) return 0;
  const { payers } = await trx
    .selectFrom('reservations')
    .innerJoin('users', 'users.id', 'reservations.user_id')
    .select(sql<number>`count(distinct lower(users.email))::int`.as('payers'))
    .where('reservations.id', 'in', reservationIds)
    .executeTakeFirstOrThrow();
  return payers;
}
