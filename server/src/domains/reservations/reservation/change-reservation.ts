import type { ReservationState } from '@passeio/contract/reservations/reservation-states';
import { type Selectable, sql, type Updateable } from 'kysely';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Schema } from '../../../platform/database/schema/schema.ts';
import { sqlAny } from '../../../platform/database/sql-any.ts';
import { countEntered } from './count-entered.ts';
import { keepPenalties } from './keep-penalties.ts';
import { endChargesAboveShares } from './shares.ts';

/** Changes a reservation, see {@link changeReservations}. */
export async function changeReservation(
  trx: DatabaseTransaction,
  id: string,
  change: Updateable<Schema['reservations']>,
): Promise<void> {
  await changeReservations(trx, [id], change);
}

/** Cancels a reservation, of whose money `retainedCents` stays with the operator. */
export async function markCancelled(
  trx: DatabaseTransaction,
  id: string,
  { now, by, reason = '', retainedCents }: { now: Date; by: string | null; reason?: string; retainedCents: number },
): Promise<void> {
  await changeReservation(trx, id, {
    state: 'cancelled',
    cancelled_at: now,
    cancelled_by: by,
    cancellation_reason: reason,
    retained_cents: retainedCents,
  });
}

/**
 * Changes reservations and all that follows: their open charges end or are shortened, refunds become due, offers of the
 * waiting list and choices of a cancelled departure have been decided, and the book says what the operator keeps. The database counts the places, frees seats and
 * checks the rest at commit.
 */
export async function changeReservations(
  trx: DatabaseTransaction,
  ids: string[],
  change: Updateable<Schema['reservations']>,
): Promise<void> {
  // Whoever ends or moves away has nothing to choose any more.
  const isChosen = change.trip_id !== undefined || (change.state && !['held', 'booked'].includes(change.state));
  const changed = await writeChange(trx, ids, { ...change, ...(isChosen && { choose_until: null }) });
  countEntered(
    trx,
    changed.filter(({ state, left_state }) => state !== left_state),
  );
  const those = (which: (one: Changed) => boolean) => changed.filter(which).map(({ id }) => id);
  await endCharges(
    trx,
    those((one) => one.money_changed || one.must_choose || one.replanned),
    those((one) => one.repriced),
  );
  const split = those((one) => one.is_split);
  if (split.length > 0) await endChargesAboveShares(trx, split);
  if (change.hold_expires_at) await shortenCharges(trx, ids);
  await writeRefundsDue(
    trx,
    those((one) => one.money_changed && (one.owed_cents > 0 || one.refund_due_on !== null)),
  );
  await followOffers(
    trx,
    those((one) => one.ended_offer),
  );
  await settleChoices(
    trx,
    changed.filter((one) => one.has_chosen),
  );
  if (KEPT_BY.some((column) => column in change)) await keepPenalties(trx, ids);
}

// Columns with which what the operator keeps may be another amount; places change with people who leave.
const KEPT_BY = ['state', 'total_cents', 'received_cents', 'retained_cents', 'places'] as const;

/** A reservation that was changed, with what follows from it. */
interface Changed extends Pick<Selectable<Schema['reservations']>, 'id' | 'state' | 'channel' | 'refund_due_on'> {
  left_trip_id: string;
  left_state: ReservationState;
  money_changed: boolean;
  repriced: boolean;
  /** Its instalments are others. */
  replanned: boolean;
  must_choose: boolean;
  has_chosen: boolean;
  ended_offer: boolean;
  is_split: boolean;
  owed_cents: number;
}

const owedCents = sql<number>`greatest(reservations.received_cents
  - case when reservations.is_active then reservations.total_cents else reservations.retained_cents end, 0)`;

function writeChange(
  trx: DatabaseTransaction,
  ids: string[],
  change: Updateable<Schema['reservations']>,
): Promise<Changed[]> {
  return trx
    .updateTable('reservations')
    .from((eb) =>
      eb.selectFrom('reservations').selectAll().where('id', '=', sqlAny(ids, 'uuid')).forNoKeyUpdate().as('before'),
    )
    .set({ ...change, updated_at: new Date() })
    .whereRef('reservations.id', '=', 'before.id')
    .returning(['reservations.id', 'reservations.state', 'reservations.channel', 'reservations.refund_due_on'])
    .returning(['before.trip_id as left_trip_id', 'before.state as left_state'])
    .returning([
      owedCents.as('owed_cents'),
      sql<boolean>`row(before.state, before.total_cents, before.deposit_cents, before.received_cents,
          before.retained_cents)
        is distinct from row(reservations.state, reservations.total_cents, reservations.deposit_cents,
          reservations.received_cents, reservations.retained_cents)`.as('money_changed'),
      sql<boolean>`row(before.total_cents, before.deposit_cents)
        is distinct from row(reservations.total_cents, reservations.deposit_cents)`.as('repriced'),
      sql<boolean>`before.instalments is distinct from reservations.instalments`.as('replanned'),
      sql<boolean>`before.choose_until is null and reservations.choose_until is not null`.as('must_choose'),
      sql<boolean>`before.choose_until is not null
        and (reservations.state not in ('held', 'booked') or reservations.trip_id <> before.trip_id)`.as('has_chosen'),
      sql<boolean>`reservations.channel = 'waiting_list' and before.state = 'held' and reservations.state <> 'held'`.as(
        'ended_offer',
      ),
      sql<boolean>`before.splits_payment or reservations.splits_payment`.as('is_split'),
    ])
    .execute();
}

// An open charge ends with what it was made for, one with a due date with its instalment. Nothing is paid for a
// departure that does not take place.
async function endCharges(trx: DatabaseTransaction, ids: string[], repriced: string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update charges c set updated_at = now(), state = case
      when r.state = 'cancelled' or r.choose_until is not null then 'cancelled'
      when r.state = 'expired' then 'expired' else 'replaced' end
    from reservations r
    where r.id = ${sqlAny(ids, 'uuid')} and c.reservation_id = r.id and c.state = 'open'
      and (r.state in ('cancelled', 'expired') or r.choose_until is not null or r.id = ${sqlAny(repriced, 'uuid')}
        or c.due_on is not null or c.amount_cents - c.adjustment_cents > r.total_cents - r.received_cents
        or (c.purpose = 'deposit' and r.received_cents >= r.deposit_cents))`.execute(trx);
}

/**
 * Has open charges at a provider end no later than the places are kept; the provider is told. Whole milliseconds:
 * JavaScript, which compares this end with the one that the provider was told, knows no less.
 */
export async function shortenCharges(trx: DatabaseTransaction, ids: string[]): Promise<void> {
  await sql`
    update charges c set updated_at = now(), provider_state = 'wanted',
      expires_at = date_trunc('milliseconds', r.hold_expires_at)
    from reservations r
    where r.id = ${sqlAny(ids, 'uuid')} and r.state = 'held' and c.reservation_id = r.id and c.state = 'open'
      and c.provider_state is not null and c.expires_at > r.hold_expires_at`.execute(trx);
}

// What must go back, beside what a provider is asked to return, is one refund.
async function writeRefundsDue(trx: DatabaseTransaction, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    with owed as (
      select id, ${owedCents} - coalesce((
          select sum(amount_cents) from refunds f where f.reservation_id = reservations.id and f.state = 'sent'
        ), 0) as cents,
        case state when 'cancelled' then 'cancelled' when 'expired' then 'expired' else 'overpaid' end as reason
      from reservations where id = ${sqlAny(ids, 'uuid')}
    ), gone as (
      delete from refunds f using owed where f.reservation_id = owed.id and f.state = 'due' and owed.cents <= 0
    )
    insert into refunds (id, reservation_id, amount_cents, reason, promised_for)
    select gen_random_uuid(), owed.id, owed.cents, owed.reason,
      (now() at time zone o.time_zone)::date + o.refund_days
    from owed cross join operator o where owed.cents > 0
    on conflict (reservation_id) where state = 'due'
      do update set amount_cents = excluded.amount_cents, reason = excluded.reason
      where row(refunds.amount_cents, refunds.reason) is distinct from row(excluded.amount_cents, excluded.reason)`.execute(
    trx,
  );
  await writeRefundDay(trx, ids);
}

/** Writes for when the earliest refund of each reservation is promised; to be called after every write of refunds. */
export async function writeRefundDay(trx: DatabaseTransaction, ids: string[]): Promise<void> {
  await sql`
    update reservations set refund_due_on = (
      select min(promised_for) from refunds f where f.reservation_id = reservations.id and f.state in ('due', 'sent')
    ) where id = ${sqlAny(ids, 'uuid')}`.execute(trx);
}

// An offer of the waiting list is what has become of its reservation.
async function followOffers(trx: DatabaseTransaction, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update waiting_list_entries w set updated_at = now(), state = case r.state
      when 'booked' then 'taken' when 'expired' then 'lapsed' else 'left' end
    from reservations r
    where r.id = ${sqlAny(ids, 'uuid')} and w.reservation_id = r.id and w.state = 'offered'`.execute(trx);
}

// A reservation of a cancelled departure that ends or moves away has been chosen for.
async function settleChoices(trx: DatabaseTransaction, chosen: Changed[]): Promise<void> {
  for (const { id, left_trip_id } of chosen) {
    await sql`
      update trip_cancellation_choices c set settled_at = now(),
        outcome = case when r.trip_id <> c.trip_id then 'moved' else 'refund' end,
        moved_to = case when r.trip_id <> c.trip_id then r.trip_id end
      from reservations r
      where r.id = ${id} and c.reservation_id = r.id and c.trip_id = ${left_trip_id} and c.outcome is null`.execute(
      trx,
    );
  }
}
