import { SEARCH_LIMIT } from '@passeio/contract/pages';
import type { OverviewReservationFilters } from '@passeio/contract/staff/overview';
import { type OrderByItemBuilder, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Database } from '../../platform/database/connect.ts';
import { countUpToLimit } from '../../platform/database/count.ts';
import type { Schema } from '../../platform/database/schema/schema.ts';
import { matchesPerson, type PersonSearch } from '../../platform/database/search.ts';
import { sqlAny } from '../../platform/database/sql-any.ts';
import { balanceDueHours, leftToStaff } from '../reservations/index.ts';

type Tables = Schema & { r: Schema['reservations']; t: Schema['trips'] };
type Matching = SelectQueryBuilder<Tables, 'r' | 't', object>;

/** Reservations with an amount each: the query behind both a number of the overview and its list. */
export interface Listing {
  matching: Matching;
  amount: RawBuilder<number>;
  order: ['created_at' | 'hold_expires_at' | 'departs_at' | 'cancelled_at', 'asc' | 'desc'];
  /** Rows may lack the date, which come last then; otherwise its index gives the order. */
  mayLackDate?: true;
}

export interface PageRange {
  size: number;
  offset: number;
}

const missingPrice = sql<number>`case when r.is_active and r.state <> 'requested'
  then greatest(r.total_cents - r.received_cents, 0) else 0 end`;
const missingDeposit = sql<number>`r.deposit_cents - r.received_cents`;
// What an ended reservation gives back.
const toBeReturned = sql<number>`greatest(r.received_cents - r.retained_cents, 0)`;

/** Reservations made on one calendar day in `timeZone`, the newest first. */
export function taken(db: Database, date: string, timeZone: string): Listing {
  return {
    matching: withTrips(db)
      .where('r.created_at', '>=', sql<Date>`${date}::timestamp at time zone ${timeZone}`)
      .where('r.created_at', '<', sql<Date>`(${date}::timestamp + interval '1 day') at time zone ${timeZone}`),
    amount: missingPrice,
    order: ['created_at', 'desc'],
  };
}

/** Open reservations with an unpaid balance in future trips, or those of a month "2026-12", by departure. */
export function due(db: Database, month: string | undefined, timeZone: string): Listing {
  let matching = upcoming(db)
    .where('r.is_active', '=', sql.lit(true))
    .where('r.state', '<>', sql.lit('requested'))
    .whereRef('r.received_cents', '<', 'r.total_cents');
  if (month) matching = departingIn(matching, month, timeZone);
  return { matching, amount: missingPrice, order: ['departs_at', 'asc'] };
}

/**
 * Held reservations in future trips, made, or accepted, before `before` and without their deposit, the oldest first.
 */
export function overdueDeposits(db: Database, before: Date): Listing {
  return {
    matching: upcoming(db)
      .where('r.state', '=', 'held')
      .whereRef('r.received_cents', '<', 'r.deposit_cents')
      .where('r.created_at', '<', before)
      .where((eb) => eb.or([eb('r.answered_at', 'is', null), eb('r.answered_at', '<', before)])),
    amount: missingDeposit,
    order: ['created_at', 'asc'],
  };
}

/** Holds that ended while the bank did not answer, for longer than the setting says, the earliest first. */
export function bankChecks(db: Database): Listing {
  return {
    matching: withTrips(db).where('r.id', 'in', leftToStaff),
    amount: missingDeposit,
    order: ['hold_expires_at', 'asc'],
  };
}

/** Ended reservations with money to be refunded, the last cancelled first. */
export function toReturn(db: Database): Listing {
  return {
    // Literals, because a generic plan could not use the partial index.
    matching: withTrips(db).where(
      sql<boolean>`r.state in ('cancelled', 'expired') and r.received_cents > r.retained_cents`,
    ),
    amount: toBeReturned,
    order: ['cancelled_at', 'desc'],
    mayLackDate: true,
  };
}

// By the part that is the operator's own, of the trip or else of the settings, as in what is proposed.
const keptOfNotes = sql`round(least(r.received_cents, case when r.is_active then r.total_cents else r.retained_cents end)
  * coalesce(own.own_percent, usual.own_percent, 100) / 100.0)`;
const excess = sql<number>`(
  select greatest(sum(note.amount_cents) - max(${keptOfNotes}), 0)::integer
  from issued_invoices note
  left join fiscal_settings usual on true
  left join trip_fiscal_settings own on own.trip_id = r.trip_id
  where note.reservation_id = r.id and note.state = 'authorised'
  having exists (select from transfers e where e.reservation_id = r.id and e.kind = 'refund'
    and e.occurred_at > min(note.authorised_at)))`;

/** Reservations with a refund after a note, whose notes say more than was kept, the last cancelled first. */
export function excessNotes(db: Database): Listing {
  return {
    matching: withTrips(db)
      .where('r.id', 'in', (eb) =>
        eb.selectFrom('issued_invoices').select('reservation_id').where('state', '=', sql.lit('authorised')),
      )
      .where(excess, '>', 0),
    amount: excess,
    order: ['cancelled_at', 'desc'],
    mayLackDate: true,
  };
}

/** Cancelled reservations, the last cancelled first. */
export function cancelled(db: Database): Listing {
  return {
    matching: withTrips(db).where(sql<boolean>`r.state = 'cancelled'`),
    amount: toBeReturned,
    order: ['cancelled_at', 'desc'],
  };
}

/** Requests without an answer, the first deadline first. */
export function requests(db: Database): Listing {
  return {
    matching: withTrips(db).where(sql<boolean>`r.state = 'requested'`),
    amount: sql<number>`r.total_cents`,
    order: ['hold_expires_at', 'asc'],
  };
}

/** Every reservation, the newest first: in a state, with money due, departing in a month, or after another one. */
export function found(
  db: Database,
  { state, unpaid, month, after }: Pick<OverviewReservationFilters, 'state' | 'unpaid' | 'month' | 'after'>,
  timeZone: string,
): Listing {
  let matching = withTrips(db);
  // A literal, because a generic plan could not use the partial indexes.
  if (state) matching = matching.where('r.state', '=', sql.lit(state));
  if (unpaid !== undefined) {
    const owes = sql<boolean>`(r.is_active and r.state <> 'requested' and r.received_cents < r.total_cents)`;
    matching = matching.where(unpaid ? owes : sql<boolean>`not ${owes}`);
  }
  if (month) matching = departingIn(matching, month, timeZone);
  if (after) {
    const last = sql<Date>`(select created_at from reservations where id = ${after})`;
    matching = matching
      .where('r.created_at', '<=', last)
      .where(({ or, eb }) => or([eb('r.created_at', '<', last), eb('r.id', '>', after)]));
  }
  return { matching, amount: missingPrice, order: ['created_at', 'desc'] };
}

function departingIn(matching: Matching, month: string, timeZone: string): Matching {
  const first = `${month}-01`;
  return matching
    .where('t.departs_at', '>=', sql<Date>`${first}::timestamp at time zone ${timeZone}`)
    .where('t.departs_at', '<', sql<Date>`(${first}::timestamp + interval '1 month') at time zone ${timeZone}`);
}

/**
 * Filters by person or code. Reservations of few people are found by person; those of many by reading `listing` in its
 * order until the page is full, because finding all would take longer the more there are.
 */
export async function narrowedTo(db: Database, search: PersonSearch, listing: Listing): Promise<Listing> {
  const people = db
    .selectFrom('users')
    .select('users.id')
    .where((eb) => matchesPerson({ text: eb.ref('users.search_text'), cpf: eb.ref('users.cpf') }, search));
  const found = await people.limit(SEARCH_LIMIT + 1).execute();
  if (found.length > SEARCH_LIMIT) {
    const matching = listing.matching.where((eb) => eb.exists(people.whereRef('users.id', '=', eb.ref('r.user_id'))));
    return { ...listing, matching };
  }
  // A union, because "or" would read all reservations of a list.
  let ids = db.selectFrom('reservations').select('id').where('code', '=', search.q.toUpperCase());
  if (found.length > 0) {
    const theirs = found.map(({ id }) => id);
    ids = ids.union(db.selectFrom('reservations').select('id').where('user_id', '=', sqlAny(theirs, 'uuid')));
  }
  return { ...listing, matching: listing.matching.where('r.id', 'in', ids) };
}

/** Filters by one of staff's tags, of which case and accents do not count. */
export function withTag(db: Database, tag: string, listing: Listing): Listing {
  const tagged = db
    .selectFrom('reservation_tags')
    .select('reservation_id')
    .where('key', '=', sql<string>`searchable(${tag})`);
  return { ...listing, matching: listing.matching.where('r.id', 'in', tagged) };
}

/** The number of reservations, and the sum of their amounts in centavos. */
export async function totalOf({ matching, amount }: Listing): Promise<{ cents: number; reservations: number }> {
  const { cents, reservations } = await matching
    .select((eb) => [sql<string>`coalesce(sum(${amount}), 0)`.as('cents'), eb.fn.countAll<string>().as('reservations')])
    .executeTakeFirstOrThrow();
  return { cents: Number(cents), reservations: Number(reservations) };
}

/** The number of reservations found, which is counted to a limit. */
export function countOfFound(db: Database, { matching }: Listing, limit: number) {
  return countUpToLimit(db, matching as unknown as SelectQueryBuilder<Schema, 'reservations', object>, limit);
}

export async function pageOf(
  db: Database,
  { matching, amount, order, mayLackDate }: Listing,
  { size, offset }: PageRange,
) {
  const [column, direction] = order;
  const inOrder = (by: OrderByItemBuilder) => (mayLackDate ? by[direction]().nullsLast() : by[direction]());
  const page = matching
    .selectAll('r')
    .select(['t.title', 't.departs_at', 't.returns_at', amount.as('amount_cents')])
    .orderBy(column === 'departs_at' ? 't.departs_at' : `r.${column}`, inOrder)
    .orderBy('r.id')
    .limit(size)
    .offset(offset);
  // People are joined after pagination, so that only the page's are looked up.
  return db
    .selectFrom(page.as('page'))
    .innerJoin('users', 'users.id', 'page.user_id')
    .innerJoin('trips', 'trips.id', 'page.trip_id')
    .selectAll('page')
    .select(['users.name as person_name', balanceDueHours.as('balance_due_hours')])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('participants')
          .select(['boarded_at as boardedAt', 'missed_at as missedAt', 'held_until as heldUntil'])
          .whereRef('participants.reservation_id', '=', 'page.id')
          .where('participants.removed_at', 'is', null),
      ).as('people'),
    )
    .select(
      sql<
        string[]
      >`array(select label from reservation_tags where reservation_id = page.id order by reservation_tags.id)`.as(
        'tags',
      ),
    )
    .orderBy(`page.${column}`, inOrder)
    .orderBy('page.id')
    .execute();
}

function withTrips(db: Database): Matching {
  return db.selectFrom('reservations as r').innerJoin('trips as t', 't.id', 'r.trip_id') as unknown as Matching;
}

function upcoming(db: Database): Matching {
  return withTrips(db).where('t.departs_at', '>', sql<Date>`now()`).where('t.cancelled_at', 'is', null);
}
