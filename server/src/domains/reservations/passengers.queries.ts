import { GOING, type PassengerFilters, type PassengerSort, TO_BE_AGREED } from '@passeio/contract/passengers';
import type { ReservationStatus } from '@passeio/contract/reservation-states';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { matchesWords } from '../../platform/database/search.ts';
import { missingData } from './missing-data.ts';

type BoardingPoint = { id: string; time: string; place: string };

/** The reservations of a trip with person, boarding point, balance and missing data. */
function passengersOf(db: Database, tripId: string, timeZone: string) {
  return db
    .selectFrom('reservations')
    .innerJoin('users', 'users.id', 'reservations.user_id')
    .innerJoin('trips', 'trips.id', 'reservations.trip_id')
    .innerJoin('reservation_statuses as states', 'states.status', 'reservations.status')
    .where('reservations.trip_id', '=', tripId)
    .select([
      'reservations.id',
      'reservations.code',
      'reservations.status',
      'reservations.channel',
      'reservations.price_cents',
      'reservations.deposit_cents',
      'reservations.received_cents',
      'reservations.cancellation_reason',
      'reservations.cancellation_requested_at',
      'reservations.created_at',
      'reservations.boarding_point_id',
      'states.holds_place',
      'users.id as user_id',
      'users.name',
      'users.contact',
      'users.email',
      'users.cpf',
      'users.rg',
      'users.emitter',
      'users.birthdate',
      'users.subject',
      'users.search_text',
      'trips.departs_at',
    ])
    .select([
      'users.sort_name',
      sql<number>`case when states.holds_place
        then greatest(reservations.price_cents - reservations.received_cents, 0) else 0 end`.as('due_cents'),
      sql<number>`case when reservations.status in ('cancelled', 'expired')
        then reservations.received_cents else 0 end`.as('to_return_cents'),
      boardingPoint.as('boarding_point'),
      sql<number | null>`extract(year from age(
        (trips.departs_at at time zone ${timeZone})::date, users.birthdate))::integer`.as('age'),
      missingData.as('missing'),
    ]);
}

const boardingPoint: RawBuilder<BoardingPoint | null> = sql`(
  select point from jsonb_array_elements(trips.boarding_points) as point
  where point ->> 'id' = reservations.boarding_point_id::text)`;

/** A row of the list; money in centavos. */
export type PassengerRow = Awaited<ReturnType<ReturnType<typeof passengersOf>['executeTakeFirstOrThrow']>>;

type Passengers<Output> = SelectQueryBuilder<{ people: PassengerRow }, 'people', Output>;

function people(db: Database, tripId: string, timeZone: string): Passengers<object> {
  return db.selectFrom(passengersOf(db, tripId, timeZone).as('people')) as unknown as Passengers<object>;
}

export async function listPassengers(
  db: Database,
  tripId: string,
  { sort, page, size, timeZone, ...filters }: PassengerFilters & { timeZone: string },
): Promise<{ rows: PassengerRow[]; total: number }> {
  const matching = filterPassengers(people(db, tripId, timeZone), filters);
  const passengers = ordered(matching.selectAll(), sort, timeZone)
    .limit(size)
    .offset((page - 1) * size);
  const [rows, { total }] = await Promise.all([
    passengers.execute(),
    matching.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(total) };
}

/** Everybody who holds a place, by boarding order, then name. */
export function passengersToList(db: Database, tripId: string, timeZone: string): Promise<PassengerRow[]> {
  const going = people(db, tripId, timeZone).where('holds_place', '=', true);
  return ordered(going.selectAll(), 'boarding', timeZone).execute();
}

export function readPassengerRow(
  db: Database,
  { tripId, reservationId, timeZone }: { tripId: string; reservationId: string; timeZone: string },
): Promise<PassengerRow> {
  return people(db, tripId, timeZone).selectAll().where('id', '=', reservationId).executeTakeFirstOrThrow();
}

/** Those of `people` with an active reservation in the trip. */
export async function passengersAmong(db: Database, tripId: string, userIds: string[]): Promise<Set<string>> {
  if (userIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('reservations')
    .select('user_id')
    .where('trip_id', '=', tripId)
    .where('user_id', 'in', userIds)
    .where('status', 'not in', ['expired', 'cancelled'])
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
}

/** Number of people and sums in centavos, by status and boarding point. */
export interface PassengerSum {
  status: ReservationStatus;
  holds_place: boolean;
  boarding_point_id: string | null;
  count: number;
  missing: number;
  received_cents: number;
  due_cents: number;
  to_return_cents: number;
}

export function sumPassengers(db: Database, tripId: string, timeZone: string): Promise<PassengerSum[]> {
  return people(db, tripId, timeZone)
    .select(['status', 'holds_place', 'boarding_point_id'])
    .select([
      sql<number>`count(*)::integer`.as('count'),
      sql<number>`(count(*) filter (where holds_place and missing <> '{}'))::integer`.as('missing'),
      sql<number>`sum(received_cents)::float8`.as('received_cents'),
      sql<number>`sum(due_cents)::float8`.as('due_cents'),
      sql<number>`sum(to_return_cents)::float8`.as('to_return_cents'),
    ])
    .groupBy(['status', 'holds_place', 'boarding_point_id'])
    .execute();
}

function filterPassengers(
  all: Passengers<object>,
  { status, boardingPointId, missing, q }: Pick<PassengerFilters, 'status' | 'boardingPointId' | 'missing' | 'q'>,
): Passengers<object> {
  let matching = all;
  if (status === GOING) matching = matching.where('holds_place', '=', true);
  else if (status) matching = matching.where('status', '=', status);
  if (boardingPointId === TO_BE_AGREED) matching = matching.where('boarding_point_id', 'is', null);
  else if (boardingPointId) matching = matching.where('boarding_point_id', '=', boardingPointId);
  if (missing !== undefined) matching = matching.where(sql<boolean>`(missing <> '{}')`, '=', missing);
  if (q) {
    matching = matching.where((eb) =>
      eb.or([matchesWords(eb.ref('search_text'), q), eb('code', '=', q.toUpperCase())]),
    );
  }
  return matching;
}

function ordered(rows: Passengers<PassengerRow>, sort: PassengerSort, timeZone: string): Passengers<PassengerRow> {
  const first = {
    boarding: rows.orderBy(boardingRank(timeZone), (order) => order.asc().nullsLast()).orderBy('boarding_point_id'),
    name: rows,
    newest: rows.orderBy('created_at', 'desc'),
    due: rows.orderBy('due_cents', 'desc'),
  };
  return first[sort].orderBy('sort_name').orderBy('id');
}

// Minutes relative to the departure, so that 00:15 sorts after 23:30 on a night trip.
function boardingRank(timeZone: string): RawBuilder<number | null> {
  return sql`((extract(epoch from
    (boarding_point ->> 'time')::time - (departs_at at time zone ${timeZone})::time) / 60)::integer + 2160) % 1440`;
}
