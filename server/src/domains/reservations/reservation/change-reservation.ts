import { isDeepStrictEqual } from 'node:util';
import { type ReservationState, reservationStates } from '@passeio/contract/reservations/reservation-states';
import { type Selectable, sql, type Updateable } from 'kysely';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Schema } from '../../../platform/database/schema/schema.ts';
import { sqlAny } from '../../../platform/database/sql-any.ts';
import { countEntered } from './count-entered.ts';
import { endChargesAboveShares } from './shares.ts';

/** Changes a reservation, see {@link changeReservations}. */
export async function changeReservation(trx: DatabaseTransaction, id: string, change: Change): Promise<void> {
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
 * Changes reservations and all that follows, in one UPDATE of their rows: what must go back of them is written first,
 * its day with them; then their open charges end or are shortened, and offers of the waiting list and choices of a
 * cancelled departure have been decided. The database counts the places, frees seats and checks the rest at commit.
 */
export async function changeReservations(trx: DatabaseTransaction, ids: string[], change: Change): Promise<void> {
  if (Object.keys(change).length === 0) return;
  // Whoever ends or moves away has nothing to choose any more.
  const hasChosen = change.trip_id !== undefined || (change.state !== undefined && !isGoing(change.state));
  const written = { ...change, ...(hasChosen && { choose_until: null }) };
  const changed = (await lockCompared(trx, ids)).map((before) => compare(before, written));
  const owing = changed.filter(
    ({ after, isMoneyChanged }) => isMoneyChanged && (owedCents(after) > 0 || after.refund_due_on !== null),
  );
  await writeRefundsDue(
    trx,
    owing.map(({ after }) => after),
  );
  await trx
    .updateTable('reservations')
    .set({ ...written, ...(owing.length > 0 && { refund_due_on: earliestPromise }), updated_at: new Date() })
    .where('id', '=', sqlAny(ids, 'uuid'))
    .execute();
  await endWhatFollows(trx, changed);
  if (change.hold_expires_at) await shortenCharges(trx, ids);
}

async function endWhatFollows(trx: DatabaseTransaction, changed: Changed[]): Promise<void> {
  countEntered(
    trx,
    changed
      .filter(({ before, after }) => before.state !== after.state)
      .map(({ before, after }) => ({ ...after, left_state: before.state })),
  );
  const idsOf = (which: (one: Changed) => boolean) => changed.filter(which).map(({ after }) => after.id);
  await endCharges(
    trx,
    idsOf((one) => one.isMoneyChanged || one.isReplanned || (!one.before.choose_until && !!one.after.choose_until)),
    idsOf((one) => one.isRepriced),
  );
  const split = idsOf(({ before, after }) => before.splits_payment || after.splits_payment);
  if (split.length > 0) await endChargesAboveShares(trx, split);
  await followOffers(
    trx,
    idsOf(({ before, after }) => after.channel === 'waiting_list' && before.state === 'held' && after.state !== 'held'),
  );
  await settleChoices(
    trx,
    changed.filter(
      ({ before, after }) => before.choose_until && (!isGoing(after.state) || after.trip_id !== before.trip_id),
    ),
  );
}

type Change = Updateable<Schema['reservations']>;

const COMPARED = [
  'id',
  'trip_id',
  'state',
  'channel',
  'total_cents',
  'deposit_cents',
  'received_cents',
  'retained_cents',
  'instalments',
  'choose_until',
  'splits_payment',
  'refund_due_on',
] as const;

type Compared = Pick<Selectable<Schema['reservations']>, (typeof COMPARED)[number]>;

/** A reservation before and after a change, with what follows from it. */
interface Changed {
  before: Compared;
  after: Compared;
  isMoneyChanged: boolean;
  isRepriced: boolean;
  /** Its instalments are others. */
  isReplanned: boolean;
}

function lockCompared(trx: DatabaseTransaction, ids: string[]): Promise<Compared[]> {
  return trx
    .selectFrom('reservations')
    .select(COMPARED)
    .where('id', '=', sqlAny(ids, 'uuid'))
    .forNoKeyUpdate()
    .execute();
}

function compare(before: Compared, { instalments, ...change }: Change): Changed {
  const plan = instalments === undefined ? before.instalments : instalments && JSON.parse(instalments);
  const after = { ...before, ...change, instalments: plan } as Compared;
  const differs = (column: keyof Compared) => before[column] !== after[column];
  const isRepriced = differs('total_cents') || differs('deposit_cents');
  return {
    before,
    after,
    isRepriced,
    isMoneyChanged: isRepriced || differs('state') || differs('received_cents') || differs('retained_cents'),
    isReplanned: !isDeepStrictEqual(before.instalments, plan),
  };
}

const isGoing = (state: ReservationState) => state === 'held' || state === 'booked';

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

/** What must go back of a reservation, in centavos. */
function owedCents({ state, received_cents, total_cents, retained_cents }: Compared): number {
  return Math.max(received_cents - (reservationStates[state].holdsPlaces ? total_cents : retained_cents), 0);
}

// What must go back, beside what a provider is asked to return, is one refund.
async function writeRefundsDue(trx: DatabaseTransaction, reservations: Compared[]): Promise<void> {
  if (reservations.length === 0) return;
  const rows = reservations.map((one) => ({
    id: one.id,
    cents: owedCents(one),
    reason: one.state === 'cancelled' || one.state === 'expired' ? one.state : 'overpaid',
  }));
  await sql`
    with owed as (
      select id, reason, cents - coalesce((
          select sum(amount_cents) from refunds f where f.reservation_id = one.id and f.state = 'sent'
        ), 0) as cents
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one (id uuid, cents integer, reason text)
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
}

/** For when the earliest refund of a reservation is promised. */
const earliestPromise = sql<string | null>`(
  select min(promised_for) from refunds f where f.reservation_id = reservations.id and f.state in ('due', 'sent'))`;

/** Writes for when the earliest refund of a reservation is promised, after a change of its refunds alone. */
export async function writeRefundDay(trx: DatabaseTransaction, id: string): Promise<void> {
  await trx.updateTable('reservations').set({ refund_due_on: earliestPromise }).where('id', '=', id).execute();
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
  for (const { before, after } of chosen) {
    const movedTo = after.trip_id === before.trip_id ? null : after.trip_id;
    await sql`
      update trip_cancellation_choices set settled_at = now(), outcome = ${movedTo ? 'moved' : 'refund'},
        moved_to = ${movedTo}
      where reservation_id = ${after.id} and trip_id = ${before.trip_id} and outcome is null`.execute(trx);
  }
}
