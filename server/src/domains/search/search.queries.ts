import { SEARCH_SHOWN } from '@passeio/contract/search';
import { type RawBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Database } from '../../platform/database/connect.ts';
import { beginsWith, matchesText, matchesWords, numberIn } from '../../platform/database/search.ts';
import { padded, sqlAny } from '../../platform/database/sql-any.ts';
import { balanceDueHours } from '../reservations/index.ts';

// Of more people than these, not all reservations are read: instead those of so many next reservations that match.
const PEOPLE_LIMIT = 500;
const PASSENGER_LIMIT = 2_000;
const NEXT_LIMIT = 2_000;

/** A reservation that was found, by its payer or code where `passenger_id` is null. */
export interface Hit {
  reservation_id: string;
  passenger_id: string | null;
  rank: number;
  /** Seconds between departure and now. */
  distance: number;
}

/**
 * The best reservations of payers and passengers who match `q`, and the one with this code; of `emailOwner` alone, if it
 * is their address.
 */
export async function findReservations(
  db: Database,
  q: string,
  emailOwner: string | undefined,
): Promise<{ hits: Hit[]; more: boolean }> {
  const matchesPayer = emailOwner
    ? sql<boolean>`users.id = ${emailOwner}`
    : matchesWords(sql.ref('users.search_text'), q);
  const { rows } = await sql<{ best: Hit[]; has_all: boolean }>`
    with payers as materialized (
      select users.id, ${isExact('users', q)} as is_exact, ${beginsWith(sql.ref('users.sort_name'), q)} as begins
      from users where ${matchesPayer} limit ${PEOPLE_LIMIT + 1}
    ), passengers as materialized (
      select id, reservation_id, ${isExact('participants', q)} as is_exact,
        ${beginsWith(sql.ref('participants.sort_name'), q)} as begins
      from participants
      where user_id is null and removed_at is null and search_text <> '  '
        and ${matchesWords(sql.ref('participants.search_text'), q)}
      limit ${PASSENGER_LIMIT + 1}
    ), hits as (
      select id as reservation_id, null::uuid as passenger_id, true as is_code, false as is_exact, false as begins
      from reservations where code = ${codeIn(q)}
      union all
      select reservations.id, null, false, is_exact, begins
      from payers join reservations on reservations.user_id = payers.id
      union all
      select participants.reservation_id, participants.id, false, is_exact, begins
      from payers join participants on participants.user_id = payers.id and participants.removed_at is null
      union all
      select reservation_id, id, false, is_exact, begins from passengers
    )
    select
      (select coalesce(json_agg(best), '[]') from (${ranked(sql`hits`)}) best) as best,
      (select count(*) from payers) <= ${PEOPLE_LIMIT}
        and (select count(*) from passengers) <= ${PASSENGER_LIMIT} as has_all`.execute(db);
  const { best = [], has_all = true } = rows[0] ?? {};
  const hits = has_all ? best : best.concat(await findNext(db, q));
  const distinct = [...new Map(hits.map((hit) => [hit.reservation_id, hit])).values()];
  const inOrder = distinct.toSorted((one, other) => other.rank - one.rank || one.distance - other.distance);
  return { hits: inOrder.slice(0, SEARCH_SHOWN), more: !has_all || inOrder.length > SEARCH_SHOWN };
}

/** Of the reservations of the next trips, those whose payer or passengers match; the best first. */
async function findNext(db: Database, q: string): Promise<Hit[]> {
  const { rows } = await sql<Hit>`
    with next as materialized (
      select reservations.id, reservations.user_id
      from trips join reservations on reservations.trip_id = trips.id
      where trips.departs_at > now()
      order by trips.departs_at, trips.id limit ${NEXT_LIMIT}
    ), hits as (
      select next.id as reservation_id, null::uuid as passenger_id, false as is_code, false as is_exact,
        ${beginsWith(sql.ref('users.sort_name'), q)} as begins
      from next join users on users.id = next.user_id
      where ${matchesWords(sql.ref('users.search_text'), q)}
      union all
      select next.id, participants.id, false, false, ${beginsWith(sql.ref('participants.sort_name'), q)}
      from next join participants on participants.reservation_id = next.id and participants.removed_at is null
      where ${matchesWords(sql.ref('participants.search_text'), q)}
    )
    ${ranked(sql`hits`)}`.execute(db);
  return rows;
}

/** The best reservations of `hits`, each once, by a number for what matters most first. */
function ranked(hits: RawBuilder<unknown>): RawBuilder<Hit> {
  return sql`
    select r.id as reservation_id, passenger_id,
      is_code::int * 16 + is_exact::int * 8 + (t.departs_at > now())::int * 4 + begins::int * 2 + r.is_active::int as rank,
      abs(extract(epoch from t.departs_at - now()))::float8 as distance
    from (
      select reservation_id, bool_or(is_code) as is_code, bool_or(is_exact) as is_exact, bool_or(begins) as begins,
        case when bool_or(passenger_id is null) then null else min(passenger_id::text)::uuid end as passenger_id
      from ${hits} group by reservation_id
    ) hit
    join reservations r on r.id = hit.reservation_id
    join trips t on t.id = r.trip_id
    order by rank desc, distance, r.id
    limit ${SEARCH_SHOWN + 1}`;
}

/** Whose whole e-mail address `q` is: it is theirs alone, however many others it is a part of. */
export async function findEmailOwner(db: Database, q: string): Promise<string | undefined> {
  if (!q.includes('@')) return undefined;
  const owner = db.selectFrom('users').select('id').where(sql`lower(email)`, '=', q.toLowerCase());
  return (await owner.executeTakeFirst())?.id;
}

/** Whether a number is all of a person's CPF or telephone. */
function isExact(table: 'users' | 'participants', q: string): RawBuilder<boolean> {
  const number = numberIn(q);
  const [cpf, contact] = [sql.ref(`${table}.cpf`), sql.ref(`${table}.contact`)];
  if (!number) return sql`false`;
  return sql`coalesce(${cpf} = ${number} or ${contact} in (${`+${number}`}, ${`+55${number}`}), false)`;
}

/** The code that `q` would be, however it is written. */
function codeIn(q: string): string {
  return q.replace(/[\s-]/g, '').toUpperCase();
}

/** What the results show of reservations, in any order. */
export function readHits(db: Database, found: readonly Hit[]) {
  const ids = found.map(({ reservation_id }) => reservation_id);
  const passengerIds = found.flatMap(({ passenger_id }) => passenger_id ?? []);
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

/** Trips that match `q`, to come before past, then those whose title begins with it, then the nearest; one too many. */
export async function findTrips(db: Database, q: string) {
  return db
    .selectFrom('trips')
    .select(['id', 'title', 'departs_at', 'capacity', 'places_taken', 'is_active', 'cancelled_at'])
    .where((eb) => matchesText(eb.ref('search_text'), q))
    .orderBy(sql`departs_at > now()`, 'desc')
    .orderBy(sql`search_text like searchable_words(${q}) || '%'`, 'desc')
    .orderBy(sql`abs(extract(epoch from departs_at - now()))`)
    .orderBy('id')
    .limit(SEARCH_SHOWN + 1)
    .execute();
}
