import { anttFields } from '@passeio/contract/boarding/antt-list';
import { GOING, type PassengerFilters, type PassengerSort, TO_BE_AGREED } from '@passeio/contract/boarding/passengers';
import type { ReservationState } from '@passeio/contract/reservation-states';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { matchesPerson, type PersonSearch } from '../../../platform/database/search.ts';
import { balanceDueHours, participantColumns, participantNumber } from '../../reservations/index.ts';

type BoardingPoint = { id: string; time: string; place: string };

/** The participants of a trip with reservation, payer, boarding point and companion. */
function passengersOf(db: Database, tripId: string, timeZone: string) {
  return db
    .selectFrom('participants')
    .innerJoin('reservations', 'reservations.id', 'participants.reservation_id')
    .innerJoin('users as payers', 'payers.id', 'reservations.user_id')
    .innerJoin('trips', 'trips.id', 'participants.trip_id')
    .leftJoin('participants as companions', 'companions.id', 'participants.companion_id')
    .where('participants.trip_id', '=', tripId)
    .where('participants.removed_at', 'is', null)
    .selectAll('participants')
    .select(participantColumns(timeZone))
    .select(participantNumber.as('number'))
    .select([
      'reservations.code',
      'reservations.state',
      'reservations.channel',
      'reservations.hold_expires_at',
      'reservations.total_cents',
      'reservations.deposit_cents',
      'reservations.received_cents',
      'reservations.receipt_submitted_at',
      'reservations.clock_stopped_at',
      'reservations.card_review_cents',
      'reservations.guide_cents',
      'reservations.card_review_at',
      'reservations.refund_due_on',
      'reservations.refunded_cents',
      'reservations.credited_cents',
      'reservations.retained_cents',
      'reservations.choose_until',
      'reservations.instalments',
      'reservations.requested_at',
      'reservations.answered_at',
      'reservations.moved_at',
      'reservations.refusal',
      'reservations.cancellation_reason',
      'reservations.created_at as reserved_at',
      'reservations.user_id as payer_id',
      'payers.name as payer_name',
      'payers.contact as payer_contact',
      'payers.email as payer_email',
      'payers.subject as payer_subject',
      'payers.sort_name as payer_sort_name',
      'payers.search_text as payer_search_text',
      'payers.cpf as payer_cpf',
      'companions.name as companion_name',
      'trips.departs_at',
      'trips.returns_at',
      'trips.archived_at',
      'trips.cancelled_at',
      boardingPoint.as('boarding_point'),
      balanceDueHours.as('balance_due_hours'),
    ]);
}

const boardingPoint: RawBuilder<BoardingPoint | null> = sql`(
  select point from jsonb_array_elements(trips.boarding_points) as point
  where point ->> 'id' = participants.boarding_point_id::text)`;

/** A row of the list; money in centavos, of the whole reservation. */
export type PassengerRow = Awaited<ReturnType<ReturnType<typeof passengersOf>['executeTakeFirstOrThrow']>>;

type Passengers<Output> = SelectQueryBuilder<{ people: PassengerRow }, 'people', Output>;

function people(db: Database, tripId: string, timeZone: string): Passengers<object> {
  return db.selectFrom(passengersOf(db, tripId, timeZone).as('people')) as unknown as Passengers<object>;
}

type Filters = Pick<PassengerFilters, 'state' | 'reservationId' | 'boardingPointId' | 'missing' | 'q'> &
  Pick<PersonSearch, 'seesDocuments'>;

export async function listPassengers(
  db: Database,
  tripId: string,
  {
    sort,
    page,
    size,
    timeZone,
    ...filters
  }: PassengerFilters & Pick<PersonSearch, 'seesDocuments'> & { timeZone: string },
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

/** Everybody who is going, in the order of the groups, then by name. */
export function passengersToList(
  db: Database,
  tripId: string,
  timeZone: string,
  sort: PassengerSort,
): Promise<PassengerRow[]> {
  const going = people(db, tripId, timeZone).where('is_active', '=', true);
  return ordered(going.selectAll(), sort, timeZone).execute();
}

/** The participants of a reservation in short: what its status follows from. */
export interface PartySummary {
  reservation_id: string;
  boardedAt: Date | null;
  missedAt: Date | null;
  missing: string[];
  heldUntil: Date | null;
}

/** The participants of these reservations, without the removed ones. */
export function summarizeParties(db: Database, reservationIds: string[], timeZone: string): Promise<PartySummary[]> {
  if (reservationIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('participants')
    .innerJoin('trips', 'trips.id', 'participants.trip_id')
    .where('participants.reservation_id', 'in', reservationIds)
    .where('participants.removed_at', 'is', null)
    .select(['reservation_id', 'boarded_at as boardedAt', 'missed_at as missedAt', 'held_until as heldUntil'])
    .select(participantColumns(timeZone)[1])
    .execute();
}

/** Number of participants by state and boarding point. */
export interface PassengerCount {
  state: ReservationState;
  is_active: boolean;
  boarding_point_id: string | null;
  count: number;
  places: number;
  complete: number;
  lacking_for_antt: number;
}

export function countPassengers(db: Database, tripId: string, timeZone: string): Promise<PassengerCount[]> {
  return people(db, tripId, timeZone)
    .select(['state', 'is_active', 'boarding_point_id'])
    .select([
      sql<number>`count(*)::integer`.as('count'),
      sql<number>`(count(*) filter (where takes_place))::integer`.as('places'),
      sql<number>`(count(*) filter (where missing = '{}'))::integer`.as('complete'),
      sql<number>`(count(*) filter (where missing && ${[...anttFields]}::text[]))::integer`.as('lacking_for_antt'),
    ])
    .groupBy(['state', 'is_active', 'boarding_point_id'])
    .execute();
}

/** Number of active reservations of a trip, and the money of all in centavos. */
export interface MoneySums {
  reservations: number;
  received_cents: number;
  due_cents: number;
  to_return_cents: number;
}

export function sumMoney(db: Database, tripId: string): Promise<MoneySums> {
  return db
    .selectFrom('reservations')
    .where('trip_id', '=', tripId)
    .select([
      sql<number>`(count(*) filter (where is_active))::integer`.as('reservations'),
      sql<number>`coalesce(sum(received_cents), 0)::float8`.as('received_cents'),
      sql<number>`coalesce(sum(greatest(total_cents - received_cents, 0))
        filter (where is_active and state <> 'requested'), 0)::float8`.as('due_cents'),
      sql<number>`coalesce(sum(greatest(received_cents - case when is_active then total_cents
        else retained_cents end, 0)), 0)::float8`.as('to_return_cents'),
    ])
    .executeTakeFirstOrThrow();
}

function filterPassengers(
  all: Passengers<object>,
  { state, reservationId, boardingPointId, missing, q, seesDocuments }: Filters,
): Passengers<object> {
  let matching = all;
  if (state === GOING) matching = matching.where('is_active', '=', true);
  else if (state) matching = matching.where('state', '=', state);
  if (reservationId) matching = matching.where('reservation_id', '=', reservationId);
  if (boardingPointId === TO_BE_AGREED) matching = matching.where('boarding_point_id', 'is', null);
  else if (boardingPointId) matching = matching.where('boarding_point_id', '=', boardingPointId);
  if (missing !== undefined) matching = matching.where(sql<boolean>`(missing <> '{}')`, '=', missing);
  if (q) {
    matching = matching.where((eb) =>
      eb.or([
        matchesPerson({ text: eb.ref('search_text'), cpf: eb.ref('cpf') }, { q, seesDocuments }),
        matchesPerson({ text: eb.ref('payer_search_text'), cpf: eb.ref('payer_cpf') }, { q, seesDocuments }),
        eb('code', '=', q.toUpperCase()),
      ]),
    );
  }
  return matching;
}

function ordered(rows: Passengers<PassengerRow>, sort: PassengerSort, timeZone: string): Passengers<PassengerRow> {
  const first = {
    boarding: rows.orderBy(boardingRank(timeZone), (order) => order.asc().nullsLast()).orderBy('boarding_point_id'),
    reservation: rows.orderBy('payer_sort_name').orderBy('code').orderBy('position'),
    name: rows,
    newest: rows.orderBy('reserved_at', 'desc'),
    due: rows.orderBy(
      sql`case when is_active and state <> 'requested'
      then greatest(total_cents - received_cents, 0) else 0 end`,
      'desc',
    ),
  };
  // Passengers without a name come after the others of the payer.
  return first[sort]
    .orderBy(sql`case when name = '' then payer_sort_name || ' ~' else sort_name end`)
    .orderBy('reservation_id')
    .orderBy('position');
}

// Minutes relative to the departure, so that 00:15 sorts after 23:30 on a night trip.
function boardingRank(timeZone: string): RawBuilder<number | null> {
  return sql`((extract(epoch from
    (boarding_point ->> 'time')::time - (departs_at at time zone ${timeZone})::time) / 60)::integer + 2160) % 1440`;
}
