import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { matchesWords } from '../../platform/database/search.ts';

type Tables = Schema & { r: Schema['reservations']; t: Schema['trips'] };
type Matching = SelectQueryBuilder<Tables, 'r' | 't', object>;

/** Reservations and an amount of each: a number of the overview and the list behind it are made of the same one. */
export interface Listing {
  matching: Matching;
  amount: RawBuilder<number>;
  order: ['created_at' | 'departs_at' | 'cancelled_at' | 'cancellation_requested_at', 'asc' | 'desc'];
}

export interface PageRange {
  size: number;
  offset: number;
}

const missingPrice = sql<number>`case when r.status in ('held', 'confirmed')
  then greatest(r.price_cents - r.received_cents, 0) else 0 end`;
const missingDeposit = sql<number>`r.deposit_cents - r.received_cents`;
const received = sql<number>`r.received_cents`;

/** Reservations taken on one calendar day in `timeZone`, the newest first. */
export function taken(db: Database, date: string, timeZone: string): Listing {
  return {
    matching: withTrips(db)
      .where('r.created_at', '>=', sql<Date>`${date}::timestamp at time zone ${timeZone}`)
      .where('r.created_at', '<', sql<Date>`(${date}::timestamp + interval '1 day') at time zone ${timeZone}`),
    amount: missingPrice,
    order: ['created_at', 'desc'],
  };
}

/** Open reservations of which something is missing in trips to come, or in those of a month "2026-12", by departure. */
export function due(db: Database, month: string | undefined, timeZone: string): Listing {
  let matching = upcoming(db)
    .where('r.status', 'in', ['held', 'confirmed'])
    .whereRef('r.received_cents', '<', 'r.price_cents');
  if (month) {
    const first = `${month}-01`;
    matching = matching
      .where('t.departs_at', '>=', sql<Date>`${first}::timestamp at time zone ${timeZone}`)
      .where('t.departs_at', '<', sql<Date>`(${first}::timestamp + interval '1 month') at time zone ${timeZone}`);
  }
  return { matching, amount: missingPrice, order: ['departs_at', 'asc'] };
}

/** Held reservations in trips to come without their deposit, taken before `before`, the oldest first. */
export function overdueDeposits(db: Database, before: Date): Listing {
  return {
    matching: upcoming(db)
      .where('r.status', '=', 'held')
      .whereRef('r.received_cents', '<', 'r.deposit_cents')
      .where('r.created_at', '<', before),
    amount: missingDeposit,
    order: ['created_at', 'asc'],
  };
}

/** Reservations that came to an end with money received and not paid back, the last cancelled first. */
export function toReturn(db: Database): Listing {
  return {
    // As literals: a plan for any value could not use the index of those few.
    matching: withTrips(db).where(sql<boolean>`r.status in ('cancelled', 'expired') and r.received_cents > 0`),
    amount: received,
    order: ['cancelled_at', 'desc'],
  };
}

/** Cancelled reservations, the last cancelled first. */
export function cancelled(db: Database): Listing {
  return {
    matching: withTrips(db).where(sql<boolean>`r.status = 'cancelled'`),
    amount: received,
    order: ['cancelled_at', 'desc'],
  };
}

/** Reservations in trips to come that their people asked staff to cancel, the longest waiting first. */
export function cancellationRequests(db: Database): Listing {
  return {
    matching: upcoming(db).where(
      sql<boolean>`r.cancellation_requested_at is not null and r.status in ('held', 'confirmed', 'paid')`,
    ),
    amount: received,
    order: ['cancellation_requested_at', 'asc'],
  };
}

/** Those of people who are found by `q`, or with that code. */
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

/** How many reservations there are, and the sum of their amounts in centavos. */
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
    .select(['t.title', 't.departs_at', amount.as('amount_cents')])
    .orderBy(column === 'departs_at' ? 't.departs_at' : `r.${column}`, (by) => by[direction]().nullsLast())
    .orderBy('r.id')
    .limit(size)
    .offset(offset);
  // People are joined to the page alone: joined before, they would be looked up for every row that it leaves behind.
  return db
    .selectFrom(page.as('page'))
    .innerJoin('users', 'users.id', 'page.user_id')
    .selectAll('page')
    .select('users.name as person_name')
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
