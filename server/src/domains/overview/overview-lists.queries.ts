import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Database } from '../../platform/database/connect.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { matchesWords } from '../../platform/database/search.ts';
import { balanceDueHours } from '../reservations/index.ts';

type Tables = Schema & { r: Schema['reservations']; t: Schema['trips'] };
type Matching = SelectQueryBuilder<Tables, 'r' | 't', object>;

/** Reservations with an amount each: the query behind both a number of the overview and its list. */
export interface Listing {
  matching: Matching;
  amount: RawBuilder<number>;
  order: ['created_at' | 'departs_at' | 'cancelled_at' | 'cancellation_requested_at', 'asc' | 'desc'];
}

export interface PageRange {
  size: number;
  offset: number;
}

const missingPrice = sql<number>`case when r.is_active
  then greatest(r.total_cents - r.received_cents, 0) else 0 end`;
const missingDeposit = sql<number>`r.deposit_cents - r.received_cents`;
const received = sql<number>`r.received_cents`;

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
    .whereRef('r.received_cents', '<', 'r.total_cents');
  if (month) {
    const first = `${month}-01`;
    matching = matching
      .where('t.departs_at', '>=', sql<Date>`${first}::timestamp at time zone ${timeZone}`)
      .where('t.departs_at', '<', sql<Date>`(${first}::timestamp + interval '1 month') at time zone ${timeZone}`);
  }
  return { matching, amount: missingPrice, order: ['departs_at', 'asc'] };
}

/** Held reservations in future trips, made before `before` and without their deposit, the oldest first. */
export function overdueDeposits(db: Database, before: Date): Listing {
  return {
    matching: upcoming(db)
      .where('r.state', '=', 'held')
      .whereRef('r.received_cents', '<', 'r.deposit_cents')
      .where('r.created_at', '<', before),
    amount: missingDeposit,
    order: ['created_at', 'asc'],
  };
}

/** Ended reservations with money to be refunded, the last cancelled first. */
export function toReturn(db: Database): Listing {
  return {
    // Literals, because a generic plan could not use the partial index.
    matching: withTrips(db).where(sql<boolean>`r.state in ('cancelled', 'expired') and r.received_cents > 0`),
    amount: received,
    order: ['cancelled_at', 'desc'],
  };
}

/** Cancelled reservations, the last cancelled first. */
export function cancelled(db: Database): Listing {
  return {
    matching: withTrips(db).where(sql<boolean>`r.state = 'cancelled'`),
    amount: received,
    order: ['cancelled_at', 'desc'],
  };
}

/** Reservations in future trips with a cancellation request, the longest waiting first. */
export function cancellationRequests(db: Database): Listing {
  return {
    matching: upcoming(db).where(sql<boolean>`r.cancellation_requested_at is not null and r.is_active`),
    amount: received,
    order: ['cancellation_requested_at', 'asc'],
  };
}

/** Filters by person or code. */
export function narrowedTo(db: Database, q: string, listing: Listing): Listing {
  const foundPeople = db
    .selectFrom('users')
    .select('id')
    .where((eb) => matchesWords(eb.ref('search_text'), q));
  const matching = listing.matching.where((eb) =>
    eb.or([eb('r.code', '=', q.toUpperCase()), eb('r.user_id', 'in', foundPeople)]),
  );
  return { ...listing, matching };
}

/** The number of reservations, and the sum of their amounts in centavos. */
export async function totalOf({ matching, amount }: Listing): Promise<{ cents: number; reservations: number }> {
  const { cents, reservations } = await matching
    .select((eb) => [sql<string>`coalesce(sum(${amount}), 0)`.as('cents'), eb.fn.countAll<string>().as('reservations')])
    .executeTakeFirstOrThrow();
  return { cents: Number(cents), reservations: Number(reservations) };
}

export async function pageOf(db: Database, { matching, amount, order }: Listing, { size, offset }: PageRange) {
  const [column, direction] = order;
  const page = matching
    .selectAll('r')
    .select(['t.title', 't.departs_at', 't.returns_at', amount.as('amount_cents')])
    .orderBy(column === 'departs_at' ? 't.departs_at' : `r.${column}`, (by) => by[direction]().nullsLast())
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
          .select(['boarded_at as boardedAt', 'missed_at as missedAt'])
          .whereRef('participants.reservation_id', '=', 'page.id')
          .where('participants.removed_at', 'is', null),
      ).as('people'),
    )
    .orderBy(`page.${column}`, (by) => by[direction]().nullsLast())
    .orderBy('page.id')
    .execute();
}

function withTrips(db: Database): Matching {
  return db.selectFrom('reservations as r').innerJoin('trips as t', 't.id', 'r.trip_id') as unknown as Matching;
}

function upcoming(db: Database): Matching {
  return withTrips(db).where('t.departs_at', '>', sql<Date>`now()`);
}
