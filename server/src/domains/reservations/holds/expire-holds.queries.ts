import { type RawBuilder, sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { sqlAny } from '../../../platform/database/sql-any.ts';
import { CARD_REVIEW_MS } from '../../book/index.ts';
import { changeReservations } from '../reservation/change-reservation.ts';

// Two hours before the end, or at half of a hold shorter than four.
const WARNED_BEFORE = sql`interval '2 hours'`;
/**
 * Whether the deadline of a hold counts: unless the receipt waits that stopped its clock, or a guide's cash that covers
 * its deposit. A request waits for its answer alone.
 */
export const isClockRunning = sql<boolean>`(
  (receipt_submitted_at is null or receipt_submitted_at is distinct from clock_stopped_at)
  and (reservations.state = 'requested' or guide_cents < greatest(deposit_cents - received_cents, 1)))`;
// A Pix is in the bank's list some seconds after it was paid.
const LISTED_WITHIN = sql`interval '5 seconds'`;
// The hold of an accepted request began with the answer.
const heldSince = sql`coalesce(answered_at, created_at)`;

/** A hold or an unanswered request that ends, with what its audit entry and its e-mails depend on. */
export interface EndingHold {
  id: string;
  code: string;
  requested_at: Date | null;
  answered_at: Date | null;
  channel: 'site' | 'operator' | 'waiting_list';
  hold_expires_at: Date;
  title: string;
  payer_name: string;
  email: string | null;
}

/**
 * Whether a hold of a row of `reservations`, or of people added to it, may have been paid without our knowing: its
 * payer has a code or an address of a provider, and it was not asked since the deadline, or a notice of its Pix waits.
 * Codes that were replaced count too: they may be in the payer's bank already.
 */
const awaitsAnswer = (deadline: RawBuilder<unknown>) => sql<boolean>`(
  exists (
    select from charges c join operator on c.provider = any (provider_names)
    where c.reservation_id = reservations.id and c.provider_state is not null
      and coalesce(c.payload, c.address) is not null
      and (c.noticed_at is not null
        or coalesce((select asked_at from provider_polls p where p.provider = c.provider), '-infinity')
          < ${deadline} + ${LISTED_WITHIN})
  ))`;

// What waiting payments of its charges settle, without what their means adds or takes off.
const unmatchedCents = sql`coalesce((
  select sum(ceil((u.amount_cents - u.returned_cents)::numeric * (c.amount_cents - c.adjustment_cents) / c.amount_cents))
  from charges c join unmatched_payments u on u.charge_reference = c.reference and u.state = 'waiting'
  where c.reservation_id = reservations.id), 0)`;

const reviewedCents = sql`case when card_review_at > now() - ${CARD_REVIEW_MS} * interval '1 millisecond'
  then card_review_cents else 0 end`;

// Whether money of its charges that does not count yet is what is due. It does not keep places for ever: somebody has
// to decide about it.
const awaitsMoney = (deadline: RawBuilder<unknown>) => sql<boolean>`(
  ${deadline} > now() - ${CARD_REVIEW_MS} * interval '1 millisecond'
  and (select t.departs_at from trips t where t.id = reservations.trip_id) > now()
  and ${unmatchedCents} + ${reviewedCents} >= greatest(reservations.deposit_cents - reservations.received_cents, 1))`;

/** Whether a hold, or that of people added to it, waits past its deadline: for the bank's answer, or for its money. */
export const awaitsBank = (deadline = sql`reservations.hold_expires_at`) =>
  sql<boolean>`(${awaitsAnswer(deadline)} or ${awaitsMoney(deadline)})`;

// Reservations whose hold, or that of people added to them, ended so long ago.
const ended = (since: RawBuilder<unknown>) => sql`
  select reservations.id from (
    select id as reservation_id, hold_expires_at as deadline from reservations where state = 'held'
    union all
    select reservation_id, held_until from participants
    where held_until is not null and removed_at is null and is_active
  ) ended join reservations on reservations.id = ended.reservation_id
  where ended.deadline <= now() - ${since} and reservations.state in ('held', 'booked') and ${isClockRunning}`;

// Ended holds about which the bank was not asked.
const unanswered = (since: RawBuilder<unknown>) => sql`${ended(since)} and ${awaitsAnswer(sql`ended.deadline`)}`;

/** Whether holds wait for the bank to be asked. */
export async function areHoldsToCheck(db: Database): Promise<boolean> {
  const { rows } = await sql`${unanswered(LISTED_WITHIN)} limit 1`.execute(db);
  return rows.length > 0;
}

/** The ids of reservations about whose holds staff decides: the bank was waited for as long as the setting says. */
export const leftToStaff = sql<string>`(${unanswered(
  sql`(select bank_check_minutes from operator) * interval '1 minute'`,
)})`;

/** Whether people added to a reservation may have been paid without our knowing. */
export async function isAwaitingBank(trx: DatabaseTransaction, reservationId: string): Promise<boolean> {
  const { rows } = await sql`
    ${ended(sql`interval '0'`)} and ${awaitsBank(sql`ended.deadline`)}
    and reservations.id = ${reservationId} limit 1`.execute(trx);
  return rows.length > 0;
}

/**
 * The trips that have holds or requests past their deadline, in random order. The clock of a hold stops once, while the
 * first readable receipt waits, and one that may have been paid waits for the bank.
 */
export async function tripsWithDueHolds(db: Database): Promise<string[]> {
  const { rows } = await sql<{ trip_id: string }>`
    select trip_id from (
      select distinct trip_id from reservations
      where state in ('requested', 'held') and hold_expires_at <= now() and ${isClockRunning}
        and not ${awaitsBank()}
    ) due order by random()`.execute(db);
  return rows.map(({ trip_id }) => trip_id);
}

/**
 * Expires holds and requests of a locked trip that are past their deadline, `limit` at most; others may expire the
 * rest.
 */
export async function endHolds(trx: DatabaseTransaction, tripId: string, limit: number): Promise<EndingHold[]> {
  const due = await sql<{ id: string }>`
    select id from reservations
    where trip_id = ${tripId} and state in ('requested', 'held') and hold_expires_at <= now()
      and ${isClockRunning} and not ${awaitsBank()}
    order by hold_expires_at
    limit ${limit}
    for no key update skip locked`.execute(trx);
  const ids = due.rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  await changeReservations(trx, ids, { state: 'expired' });
  const { rows } = await sql<EndingHold>`
    ${withPayer('reservations')} where hold.id = ${sqlAny(ids, 'uuid')}`.execute(trx);
  return rows;
}

const warnedFrom = sql`greatest(
  hold_expires_at - ${WARNED_BEFORE}, hold_expires_at - (hold_expires_at - ${heldSince}) / 2)`;
const isUnwarned = sql`state = 'held' and hold_expires_at > now() and hold_warned_at is null and ${isClockRunning}
  and ${reviewedCents} < greatest(deposit_cents - received_cents, 1)`;

/** When holds, also those of added people, and requests end, and payers are warned of it. */
export const holdMoments = sql`
  select hold_expires_at as at from reservations
  where state in ('requested', 'held') and hold_expires_at is not null and ${isClockRunning}
  union all
  select ${warnedFrom} from reservations where ${isUnwarned}
  union all
  select p.held_until from participants p
  join reservations on reservations.id = p.reservation_id join trips on trips.id = p.trip_id
  where p.held_until is not null and p.removed_at is null and p.is_active
    and reservations.state = 'booked' and ${isClockRunning} and trips.departs_at > now() and trips.cancelled_at is null`;

/** Marks holds that are about to end as announced to their payer, `limit` at most. */
export async function markWarned(trx: DatabaseTransaction, limit: number): Promise<EndingHold[]> {
  const { rows } = await sql<EndingHold>`
    with due as (
      select id from reservations
      where ${isUnwarned} and hold_expires_at <= now() + ${WARNED_BEFORE} and ${warnedFrom} <= now()
      order by hold_expires_at
      limit ${limit}
      for no key update skip locked
    ), marked as (
      update reservations set hold_warned_at = now()
      from due where reservations.id = due.id
      returning reservations.*
    )
    ${withPayer('marked')}`.execute(trx);
  return rows;
}

const withPayer = (holds: 'reservations' | 'marked') => sql`
  select hold.id, hold.code, hold.requested_at, hold.answered_at, hold.channel, hold.hold_expires_at, trips.title,
    users.name as payer_name, users.email
  from ${sql.table(holds)} as hold join trips on trips.id = hold.trip_id join users on users.id = hold.user_id`;
