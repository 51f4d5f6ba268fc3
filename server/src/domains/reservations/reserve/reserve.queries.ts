import { randomInt } from 'node:crypto';
import type { DiscountRule } from '@passeio/contract/discounts/rule-lines';
import { RESERVATION_CODE_ALPHABET, RESERVATION_CODE_LENGTH } from '@passeio/contract/fields';
import type { TripMeans } from '@passeio/contract/means';
import type { TripExtra } from '@passeio/contract/trips/extras';
import type { Fare } from '@passeio/contract/trips/fares';
import type { RoomType } from '@passeio/contract/trips/room-types';
import type { CancellationTier } from '@passeio/contract/trips/trips';
import { type Insertable, type RawBuilder, sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import type { AuditEntry } from '../../../platform/audit/audit.ts';
import { columnsAs } from '../../../platform/database/column-names.ts';
import { compileOnce } from '../../../platform/database/compile-once.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { Schema } from '../../../platform/database/schema/schema.ts';
import { type CouponValue, couponOf, rulesInForce } from '../../discounts/index.ts';
import { claimInStatement, claimUnpaidPlaces, letGoAt, stockInStatement } from '../../inventory/index.ts';
import { takesPix, withdrawalDays } from '../../settings/index.ts';
import {
  contractText,
  extraFields,
  fareFields,
  isForWaiting,
  listRoomTypes,
  placesLeft,
  presentRoomType,
  type ShownImage,
} from '../../trips/index.ts';
import type { AnswerRow } from '../reservation/answers.ts';
import { countEntered } from '../reservation/count-entered.ts';
import { balanceDueHours, type HoldSettings } from '../reservation/deadlines.ts';
import { type NewLine, type StoredLine, storedLine } from '../reservation/lines.ts';
import { columnsByTrip, type ParticipantRow } from '../reservation/participants.queries.ts';
import type { EarlierPerson, NewParticipant, Traveller } from '../reservation/party.ts';
import type { ReservationRow } from '../reservation/reservations.queries.ts';
import type { NewRoom } from '../reservation/rooms.ts';
import { depositPercentOf } from '../reservation/state-by-money.ts';

/** Everything that the rules of reserving read, in one row. */
export type Offer = OfferRow & { room_types: RoomType[] };

/**
 * Reads a trip with its fares, extras, automatic discounts and pictures, the operator's settings, the payer, and the
 * payer's reservations that matter: one with the same request key, and an active one in the trip; the coupon of a code.
 * Its deposit is that of what is reserved now.
 */
export async function readOffer(
  db: Database,
  tripId: string,
  payerId: string,
  requestKey: string | null,
  couponCode: string | null = null,
): Promise<Offer | undefined> {
  const [offer] = await selectOffer(db, { tripId, payerId, requestKey, couponCode });
  if (!offer) return undefined;
  const room_types = (await listRoomTypes(db, [offer])).map(presentRoomType);
  return { ...offer, room_types, deposit_percent: depositPercentOf(offer, offer.balance_due_hours, offer.now) };
}

interface OfferValues {
  tripId: string;
  payerId: string;
  requestKey: string | null;
  couponCode: string | null;
}

const DEADLINES = [
  'time_zone',
  'hold_minutes',
  'shortest_hold_minutes',
  'last_moment_minutes',
  'offer_minutes',
  'request_minutes',
  'pause_minutes',
] as const;

const selectOffer = compileOnce<OfferValues, OfferRow>(
  ['tripId', 'payerId', 'requestKey', 'couponCode'],
  (db, { tripId, payerId, requestKey, couponCode }) =>
    db
      .selectFrom('trips')
      .innerJoin('operator', (join) => join.onTrue())
      .select(['trips.id', 'trips.version', 'slug', 'title', 'departs_at', 'returns_at', 'is_active', 'archived_at'])
      .select(['plan_instalments', 'plan_last_due_days', 'trips.has_rooms'])
      .select(['on_request', 'deposit_percent', 'smallest_waiting'])
      .select([placesLeft.as('places_left'), isForWaiting.as('is_for_waiting')])
      .select(['boarding_points', 'cancellation_tiers'])
      .select(DEADLINES)
      .select([contractText.as('contract_text'), 'operator.name as operator_name', 'legal_name', 'cnpj'])
      .select(balanceDueHours.as('balance_due_hours'))
      .select([
        'require_confirmed_email',
        'transfer_hours',
        takesPix.as('takes_pix'),
        'has_card_provider as takes_card',
        'pix_permille',
        'card_permille',
        'payment_means',
      ])
      .select([withdrawalDays.as('withdrawal_days'), 'trips.cancelled_at as trip_cancelled_at'])
      .select(sql<Date>`now()`.as('now'))
      .select(sql<string>`encode(sha256(convert_to(cancellation_policy_html, 'UTF8')), 'hex')`.as('policy_hash'))
      .select((eb) => [
        jsonArrayFrom(
          eb
            .selectFrom('trip_fares')
            .select(columnsAs(fareFields))
            .whereRef('trip_fares.trip_id', '=', 'trips.id')
            .orderBy('position'),
        ).as('fares'),
        jsonArrayFrom(
          eb
            .selectFrom('trip_extras')
            .select([...columnsAs(extraFields), sql<number | null>`stock - taken`.as('stockLeft')])
            .whereRef('trip_extras.trip_id', '=', 'trips.id')
            .where('trip_extras.ended_at', 'is', null)
            .orderBy('position'),
        ).as('extras'),
        rulesInForce(eb.ref('trips.id')).as('discounts'),
        couponOf(couponCode, payerId, tripId).as('coupon'),
        jsonArrayFrom(
          eb
            .selectFrom('trip_images')
            .select(['id', 'trip_id', 'is_card_img', 'alt', 'color', 'width', 'height', 'widths'])
            .whereRef('trip_id', '=', 'trips.id')
            .orderBy('position'),
        ).as('images'),
        jsonObjectFrom(
          eb
            .selectFrom('users')
            .select(['id', 'name', 'birthdate', 'rg', 'emitter', 'cpf', 'contact'])
            .where('id', '=', payerId),
        ).as('payer'),
        jsonObjectFrom(
          eb
            .selectFrom('reservations')
            .select(['id', 'request_fingerprint'])
            .where('user_id', '=', payerId)
            .where('request_key', '=', requestKey),
        ).as('earlier'),
        eb
          .exists(
            eb
              .selectFrom('reservations')
              .select('reservations.id')
              .whereRef('reservations.trip_id', '=', 'trips.id')
              .where('reservations.user_id', '=', payerId)
              .where('reservations.is_active', '=', true),
          )
          .as('has_active'),
        letGoAt(eb.ref('trips.id'), payerId).as('let_go_at'),
      ])
      .where('trips.id', '=', tripId)
      .$castTo<OfferRow>(),
);

interface OfferRow extends HoldSettings {
  /** The time of the database's clock, which ends holds as well. */
  now: Date;
  id: string;
  version: number;
  slug: string;
  title: string;
  departs_at: Date;
  returns_at: Date;
  is_active: boolean;
  archived_at: Date | null;
  trip_cancelled_at: Date | null;
  on_request: boolean;
  has_rooms: boolean;
  deposit_percent: number;
  plan_instalments: number | null;
  plan_last_due_days: number | null;
  places_left: number;
  smallest_waiting: number | null;
  is_for_waiting: boolean;
  offer_minutes: number;
  request_minutes: number;
  boarding_points: { id: string; time: string; place: string }[];
  cancellation_tiers: CancellationTier[];
  time_zone: string;
  /** The contract with its fields; empty: the trip has none. */
  contract_text: string;
  operator_name: string;
  legal_name: string;
  cnpj: string;
  balance_due_hours: number;
  transfer_hours: number;
  takes_pix: boolean;
  takes_card: boolean;
  payment_means: TripMeans;
  pix_permille: number;
  card_permille: number;
  require_confirmed_email: boolean;
  policy_hash: string;
  withdrawal_days: number | null;
  fares: Fare[];
  extras: TripExtra[];
  discounts: DiscountRule[];
  coupon: CouponValue | null;
  images: ShownImage[];
  payer: Traveller | null;
  earlier: { id: string; request_fingerprint: string | null } | null;
  has_active: boolean;
  let_go_at: Date | null;
  pause_minutes: number;
}

type PolicySnapshot = NonNullable<ReservationRow['policy']>;

/** The cancellation policy of now, which stays the reservation's. */
export function policySnapshot(
  offer: Pick<Offer, 'cancellation_tiers' | 'withdrawal_days' | 'policy_hash'>,
): PolicySnapshot {
  return { tiers: offer.cancellation_tiers, withdrawalDays: offer.withdrawal_days, textHash: offer.policy_hash };
}

/** A reservation to be written with its people and audit entry. */
export interface NewReservation {
  /** What the rules were checked against. */
  trip: Pick<Offer, 'version' | 'smallest_waiting' | 'has_rooms'>;
  reservation: Omit<Insertable<Schema['reservations']>, 'policy'> & {
    id: string;
    trip_id: string;
    policy: PolicySnapshot;
  };
  participants: NewParticipant[];
  lines: NewLine[];
  /** Rooms of a trip with nights. */
  rooms: NewRoom[];
  /** Answers of what is made again. */
  answers?: AnswerRow[];
  /** How many of which extra of the trip are claimed with the places. */
  extras: { id: string; quantity: number }[];
  entry: AuditEntry;
  timeZone: string;
  /** Places that are set aside for its coupon. */
  own?: number | undefined;
}

/**
 * Claims the places and writes reservation, participants, lines and audit entry in one statement, which is a
 * transaction of its own unless `db` is one. Undefined, without a write, if the trip or its waiting list has changed,
 * it has no room for the party or too few of an extra, or the code exists. Throws what {@link claimUnpaidPlaces} throws
 * for a reservation on the site.
 */
export async function insertParty(
  db: Database,
  { trip, reservation, participants, lines, rooms, extras, entry, timeZone, own = 0 }: NewReservation,
): Promise<{ reservation: ReservationRow; participants: ParticipantRow[]; lines: StoredLine[] } | undefined> {
  const people = participants.map(({ price_cents: _, earlierId: __, ...person }) => person);
  const columns = [reservation, people[0] ?? {}, lines[0] ?? {}, entry, rooms[0] ?? {}].map((row) => Object.keys(row));
  const [row] = await insertInto(columns, extras.length > 0)(db, {
    rooms: JSON.stringify(rooms),
    extras: JSON.stringify(extras),
    tripId: reservation.trip_id,
    places: reservation.places,
    own,
    channel: reservation.channel,
    payerId: reservation.user_id,
    network: reservation.client_network ?? null,
    version: trip.version,
    smallestWaiting: trip.smallest_waiting,
    reservation: JSON.stringify(reservation),
    participants: JSON.stringify(people),
    lines: JSON.stringify(lines),
    entry: JSON.stringify(entry),
    timeZone,
  });
  if (!row) return undefined;
  const { people: rows, ...written } = row;
  countEntered(db, [written]);
  const priceOf = new Map(participants.map(({ id, price_cents }) => [id, price_cents]));
  return {
    reservation: written,
    participants: rows.map((one) => ({
      ...one,
      price_cents: priceOf.get(one.id) ?? 0,
      has_link: false,
      authorization: null,
      seat_vehicle: null,
    })),
    lines: lines.map((line) => storedLine(line, written.created_at)),
  };
}

/** {@link insertParty} on a locked trip that has room, with as many new codes as it takes. */
export async function insertWithFreeCode(
  trx: DatabaseTransaction,
  reservation: () => NewReservation,
): Promise<ReservationRow> {
  for (;;) {
    const written = await insertParty(trx, reservation());
    if (written) return written.reservation;
  }
}

interface PartyValues extends Record<string, unknown> {
  tripId: string;
  places: number;
  own: number;
  channel: string;
  payerId: string;
  network: string | null;
  version: number;
  smallestWaiting: number | null;
  reservation: string;
  participants: string;
  lines: string;
  entry: string;
  timeZone: string;
  extras: string;
  rooms: string;
}

type NewcomerRow = Omit<ParticipantRow, 'price_cents' | 'has_link' | 'seat_vehicle' | 'authorization'>;

type InsertParty = ReturnType<typeof compileOnce<PartyValues, ReservationRow & { people: NewcomerRow[] }>>;

// The site and staff bookings write different columns of a reservation.
const inserts = new Map<string, InsertParty>();

function insertInto(columns: string[][], hasExtras: boolean): InsertParty {
  return inserts.getOrInsertComputed(`${columns} ${hasExtras}`, () => compileInsert(columns, hasExtras));
}

function compileInsert(
  [columns = [], columnsOfPerson = [], columnsOfLine = [], columnsOfEntry = [], columnsOfRoom = []]: string[][],
  hasExtras: boolean,
): InsertParty {
  return compileOnce(
    [
      ...(['tripId', 'places', 'own', 'channel', 'payerId', 'network', 'version', 'smallestWaiting'] as const),
      ...(['reservation', 'participants', 'lines', 'entry', 'timeZone'] as const),
      ...(hasExtras ? (['extras'] as const) : []),
      ...(columnsOfRoom.length > 0 ? (['rooms'] as const) : []),
    ],
    (
      _db,
      {
        tripId,
        places,
        own,
        channel,
        payerId,
        network,
        reservation,
        participants,
        lines,
        entry,
        timeZone,
        extras,
        rooms,
        ...trip
      },
    ) => sql`
    with claimed as (${claimInStatement(tripId, { ...trip, places, own })}),
    ${hasExtras ? sql`stocked as (${stockInStatement(extras)}),` : sql``}
    allowed as (
      select case when ${channel} = 'site' then ${claimUnpaidPlaces({ payerId, network, tripId, places })} end
      from claimed ${hasExtras ? hasStock(extras) : sql``}
    ), reservation as (
      insert into reservations (${listed(columns)})
      select ${listed(columns, 'asked')}
      from jsonb_populate_record(null::reservations, ${reservation}::jsonb) asked, allowed
      on conflict (code) do nothing
      returning *
    ), people as (
      insert into participants (${listed(columnsOfPerson)})
      select ${listed(columnsOfPerson, 'asked')}
      from jsonb_populate_recordset(null::participants, ${participants}::jsonb) asked, reservation
      returning *
    ), lines as (
      insert into reservation_lines (${listed(columnsOfLine)})
      select ${listed(columnsOfLine, 'asked')}
      from jsonb_populate_recordset(null::reservation_lines, ${lines}::jsonb) asked, reservation
    ), ${columnsOfRoom.length > 0 ? roomsInStatement(columnsOfRoom, rooms) : sql``}
    entry as (
      insert into audit_entries (${listed(columnsOfEntry)})
      select ${listed(columnsOfEntry, 'entry')}
      from jsonb_populate_record(null::audit_entries, ${entry}::jsonb) entry, reservation
    )
    select reservation.*, (
      select jsonb_agg(to_jsonb(one) order by one.position) from (
        select participants.*, ${sql.join(columnsByTrip(timeZone))} from people as participants, claimed as trips
      ) one
    ) as people
    from reservation`,
  );
}

const roomsInStatement = (columns: string[], rooms: string) => sql`
    rooms as (
      insert into reservation_rooms (${listed(columns)})
      select ${listed(columns, 'asked')}
      from jsonb_populate_recordset(null::reservation_rooms, ${rooms}::jsonb) asked, reservation
    ),`;

const hasStock = (extras: string) => sql`
  where (select count(*) from stocked) = jsonb_array_length(${extras}::jsonb)`;

function listed(columns: string[], table?: string): RawBuilder<unknown> {
  return sql.join(columns.map((name) => (table ? sql.ref(`${table}.${name}`) : sql.ref(name))));
}

/** A random, unambiguous reservation code. */
export function newReservationCode(): string {
  return Array.from({ length: RESERVATION_CODE_LENGTH }, () =>
    RESERVATION_CODE_ALPHABET.charAt(randomInt(RESERVATION_CODE_ALPHABET.length)),
  ).join('');
}

/**
 * The people of an expired reservation, in order, without people whom another reservation has put on the trip's list
 * since; the payer stays.
 */
export function listEarlierPeople(db: Database, reservationId: string, payerId: string): Promise<EarlierPerson[]> {
  return db
    .selectFrom('participants as p')
    .selectAll()
    .where('p.reservation_id', '=', reservationId)
    .where('p.removed_at', 'is', null)
    .where(({ or, eb, not, exists, selectFrom }) =>
      or([
        eb('p.user_id', '=', payerId),
        not(
          exists(
            selectFrom('participants as listed')
              .select('listed.id')
              .whereRef('listed.trip_id', '=', 'p.trip_id')
              .where('listed.is_active', '=', true)
              .where('listed.removed_at', 'is', null)
              .where((and) =>
                and.or([and('listed.cpf', '=', and.ref('p.cpf')), and('listed.user_id', '=', and.ref('p.user_id'))]),
              ),
          ),
        ),
      ]),
    )
    .orderBy('p.position')
    .execute();
}
