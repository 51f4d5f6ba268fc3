import { SEARCH_SHOWN } from '@passeio/contract/staff/search';
import { type RawBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Database } from '../../platform/database/connect.ts';
import {
  beginsWith,
  matchesPerson,
  matchesText,
  numbersIn,
  type PersonSearch,
} from '../../platform/database/search.ts';
import { padded, sqlAny } from '../../platform/database/sql-any.ts';
import { balanceDueHours } from '../reservations/index.ts';
import { isForWaiting, placesLeft } from '../trips/index.ts';

// The reservations of so many next ones are compared with a text before indexes are asked: what matches many is found
// there, in the order of departures, while an index would collect all of it.
const NEXT_LIMIT = 1_000;
// If more people than these match, the other reservations are not read.
const PAYER_LIMIT = 300;
const PASSENGER_LIMIT = 500;
// Enough for the largest parties.
const PEOPLE_RANKED = 300;

/** A reservation that was found, by its payer or code where `passenger_id` is null. */
export interface Hit {
  reservation_id: string;
  passenger_id: string | null;
  rank: number;
  /** Seconds between departure and now. */
  distance: number;
}

/**
 * The best reservations of payers and passengers who match a search, and the one with this code; of `emailOwner` alone,
 * if it is their address.
 */
export async function findReservations(
  db: Database,
  search: PersonSearch,
  emailOwner: string | undefined,
): Promise<{ hits: Hit[]; more: boolean }> {
  const next = emailOwner ? [] : await findNext(db, search);
  if (next.length > SEARCH_SHOWN) return { hits: next.slice(0, SEARCH_SHOWN), more: true };
  const { best, has_all } = await findAny(db, search, emailOwner);
  const distinct = [...new Map([...next, ...best].map((hit) => [hit.reservation_id, hit])).values()];
  const hits = distinct.toSorted((one, other) => other.rank - one.rank || one.distance - other.distance);
  return { hits: hits.slice(0, SEARCH_SHOWN), more: !has_all || hits.length > SEARCH_SHOWN };
}

/** The next reservations to travel whose payer or passengers match. */
async function findNext(db: Database, search: PersonSearch): Promise<Hit[]> {
  const { rows } = await sql<Hit>`
    with next as materialized (
      select r.id, r.user_id, r.is_active, t.departs_at
      from trips t join reservations r on r.trip_id = t.id
      where t.departs_at > now()
      order by t.departs_at, t.id limit ${NEXT_LIMIT}
    ), hits as (
      select id as reservation_id, null::uuid as passenger_id, departs_at, is_active, false as is_code, who.*
      from next, lateral (select ${rankOf('users', search)} from users where users.id = user_id and ${matches('users', search)}) who
      union all
      select next.id, who.id, departs_at, is_active, false, is_exact, begins
      from next, lateral (
        select id, ${rankOf('participants', search)} from participants
        where reservation_id = next.id and removed_at is null and ${matches('participants', search)}
      ) who
      union all ${byCode(search)}
    )
    ${bestOf(sql`hits`)}`.execute(db);
  return rows;
}

/**
 * The reservations, of all, whose payer or passengers match, as far as the limits; `has_all`: they were not reached.
 */
async function findAny(
  db: Database,
  search: PersonSearch,
  emailOwner: string | undefined,
): Promise<{ best: Hit[]; has_all: boolean }> {
  const { rows } = await sql<{ best: Hit[]; has_all: boolean }>`
    with payers as materialized (
      select id as person, ${rankOf('users', search)} from users
      where ${emailOwner ? sql`id = ${emailOwner}` : matches('users', search)} limit ${PAYER_LIMIT + 1}
    ), passengers as materialized (
      select id, reservation_id, trip_id, is_active as is_going, ${rankOf('participants', search)} from participants
      where user_id is null and removed_at is null and search_text <> '  ' and ${matches('participants', search)}
      limit ${PASSENGER_LIMIT + 1}
    ), theirs as (
      select id as reservation_id, null::uuid as passenger_id, trip_id, r.is_active, is_exact, begins
      from payers join reservations r on r.user_id = person
      union all
      select reservation_id, id, trip_id, p.is_active, is_exact, begins
      from payers join participants p on p.user_id = person and p.removed_at is null
      union all
      select reservation_id, id, trip_id, is_going, is_exact, begins from passengers
    ), hits as (
      select reservation_id, passenger_id, departs_at, theirs.is_active, false as is_code, is_exact, begins
      from theirs join trips on trips.id = trip_id
      union all ${byCode(search)}
    )
    select (select coalesce(json_agg(best), '[]') from (${bestOf(sql`hits`)}) best) as best,
      (select count(*) from payers) <= ${PAYER_LIMIT}
        and (select count(*) from passengers) <= ${PASSENGER_LIMIT} as has_all`.execute(db);
  return rows[0] ?? { best: [], has_all: true };
}

/** The best of `hits`, each reservation once, by a number in which what matters more weighs more. */
function bestOf(hits: RawBuilder<unknown>): RawBuilder<Hit> {
  // The best people first, because grouping all of them would take longer the more there are.
  return sql`
    select reservation_id,
      case when bool_or(passenger_id is null) then null else min(passenger_id::text)::uuid end as passenger_id,
      max(rank) as rank, min(distance) as distance
    from (
      select reservation_id, passenger_id, abs(extract(epoch from departs_at - now()))::float8 as distance,
        is_code::int * 16 + is_exact::int * 8 + (departs_at > now())::int * 4 + begins::int * 2 + is_active::int as rank
      from ${hits} order by rank desc, distance, reservation_id limit ${PEOPLE_RANKED}
    ) people
    group by reservation_id
    order by rank desc, distance, reservation_id
    limit ${SEARCH_SHOWN + 1}`;
}

type People = 'users' | 'participants';

function matches(people: People, search: PersonSearch): RawBuilder<boolean> {
  const found = matchesPerson({ text: sql.ref(`${people}.search_text`), cpf: sql.ref(`${people}.cpf`) }, search);
  return people === 'users' ? sql<boolean>`(${found} and users.erased_at is null)` : found;
}

/**
 * `is_exact`: a number is all of their telephone or of a CPF that may be seen; `begins`: a text is the beginning of
 * their name.
 */
function rankOf(people: People, { q, seesDocuments }: PersonSearch): RawBuilder<unknown> {
  const numbers = numbersIn(q);
  const column = (name: string) => sql.ref<string>(`${people}.${name}`);
  const contacts = numbers.flatMap((number) => [`+${number}`, `+55${number}`]);
  const isCpf = sql`${seesDocuments} and ${column('cpf')} = ${numbers[0]}`;
  const isExact =
    numbers.length > 0 ? sql`coalesce(${isCpf} or ${column('contact')} in (${sql.join(contacts)}), false)` : sql`false`;
  return sql`${isExact} as is_exact, ${beginsWith(column('sort_name'), q)} as begins`;
}

/** The reservation whose code `q` is, however it is written. */
function byCode({ q }: PersonSearch): RawBuilder<unknown> {
  return sql`
    select r.id, null, departs_at, r.is_active, true, false, false
    from reservations r join trips t on t.id = r.trip_id
    where code = ${q.replace(/[\s-]/g, '').toUpperCase()}`;
}

/** The person whose whole e-mail address `q` is: it is theirs alone, however many others it is a part of. */
export async function findEmailOwner(db: Database, q: string): Promise<string | undefined> {
  if (!q.includes('@')) return undefined;
  const owner = db.selectFrom('users').select('id').where(sql`lower(email)`, '=', q.toLowerCase());
  return (await owner.executeTakeFirst())?.id;
}

/** What the results show of reservations, in any order. */
export function readHits(db: Database, found: readonly Hit[]) {
  const ids = found.map(({ reservation_id }) => reservation_id);
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('reservations')
    .innerJoin('trips', 'trips.id', 'reservations.trip_id')
    .innerJoin('users', 'users.id', 'reservations.user_id')
    .where('reservations.id', 'in', padded(ids))
    .selectAll('reservations')
    .select(['trips.title', 'trips.departs_at', 'trips.returns_at', 'users.name as payer_name'])
    .select(balanceDueHours.as('balance_due_hours'))
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('participants')
          .select(['id', 'name', 'boarded_at as boardedAt', 'missed_at as missedAt', 'held_until as heldUntil'])
          .whereRef('participants.reservation_id', '=', 'reservations.id')
          .where('participants.removed_at', 'is', null),
      ).as('people'),
    )
    .execute();
}

/** People who match a search: whose CPF or telephone it is, then those whose name begins with it, by name; one too many. */
export async function findPeopleIds(db: Database, search: PersonSearch): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with beginning as (
      select id, sort_name, ${rankOf('users', search)} from users
      where ${beginsWith(sql.ref('users.sort_name'), search.q)} and erased_at is null order by sort_name, id limit ${SEARCH_SHOWN + 1}
    ), matching as (
      select id, sort_name, ${rankOf('users', search)} from users where ${matches('users', search)} limit ${PAYER_LIMIT}
    )
    select id from (select * from beginning union select * from matching) found
    order by is_exact desc, begins desc, sort_name, id limit ${SEARCH_SHOWN + 1}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The reservation of each person's next trip, else of their last one, active ones first. */
export async function reservationsOfPeople(db: Database, people: readonly string[]): Promise<Map<string, string>> {
  if (people.length === 0) return new Map();
  const { rows } = await sql<{ person: string; reservation: string }>`
    select distinct on (theirs.person) theirs.person, r.id as reservation
    from (
      select user_id as person, id from reservations where user_id = ${sqlAny([...people], 'uuid')}
      union
      select user_id, reservation_id from participants
      where user_id = ${sqlAny([...people], 'uuid')} and removed_at is null
    ) theirs
    join reservations r on r.id = theirs.id
    join trips t on t.id = r.trip_id
    order by theirs.person, r.is_active and t.departs_at > now() desc, r.is_active desc,
      abs(extract(epoch from t.departs_at - now())), r.id`.execute(db);
  return new Map(rows.map(({ person, reservation }) => [person, reservation]));
}

/** Trips that match `q`: those to come first, then those whose title begins with it, then the nearest; one too many. */
export async function findTrips(db: Database, q: string) {
  // Trip rows are large: ids are sorted.
  const { rows: ids } = await sql<{ id: string }>`
    select id from trips where ${matchesText(sql.ref('search_text'), q)}
    order by departs_at > now() desc, search_text like searchable_words(${q}) || '%' desc,
      abs(extract(epoch from departs_at - now())), id
    limit ${SEARCH_SHOWN + 1}`.execute(db);
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('trips')
    .selectAll()
    .select([placesLeft.as('places_left'), isForWaiting.as('is_for_waiting')])
    .where('id', 'in', padded(ids.map(({ id }) => id)))
    .execute();
  return ids.flatMap(({ id }) => rows.find((row) => row.id === id) ?? []);
}
