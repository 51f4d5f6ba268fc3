import { participantName } from '@passeio/contract/reservations/participant-names';
import { type ParticipantField, requiredFields } from '@passeio/contract/reservations/participants';
import type { TravelAuthorization } from '@passeio/contract/reservations/travel-authorization';
import { ADULT_AGE } from '@passeio/contract/trips/pricing';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { columnName } from '../../../platform/database/column-names.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { Schema } from '../../../platform/database/schema/schema.ts';
import { sqlAny } from '../../../platform/database/sql-any.ts';
import { travelAuthorizationOf } from './travel-authorization.ts';

/** A participant as stored, with what follows from the trip's departure. */
export type ParticipantRow = Selectable<Schema['participants']> & {
  /** The unit price of their fare's line. */
  price_cents: number;
  age: number | null;
  missing: ParticipantField[];
  has_link: boolean;
  authorization: TravelAuthorization | null;
  seat_vehicle: string | null;
};

/** Age in complete years on the departure date of `trips`, in `timeZone`, of a row of `participants`. */
function ageOnDeparture(timeZone: string | RawBuilder<string>): RawBuilder<number | null> {
  return sql`extract(year from age((trips.departs_at at time zone ${timeZone})::date, participants.birthdate))::integer`;
}

/** When a required field is missing, where it is not simply empty. */
const missingWhen: Partial<Record<ParticipantField, RawBuilder<boolean>>> = {
  name: sql`participants.name !~ '\\S\\s+\\S'`,
  // The number of a birth certificate names its registry. ANTT's list of an interstate trip asks for every other
  // issuer.
  documentIssuer: sql`participants.document_issuer is null and participants.document_type <> 'birth_certificate'
    and (participants.document_type <> 'passport' or trips.interstate)`,
};

const missingData = requiredFields.map((field) => {
  const isMissing = missingWhen[field] ?? sql`${sql.ref(`participants.${columnName(field)}`)} is null`;
  return sql`case when ${isMissing} then ${sql.lit(field)} end`;
});

/** Whether a required question is without an answer. */
function lacksAnswers(per: 'participant' | 'reservation'): RawBuilder<boolean> {
  const whose = per === 'participant' ? sql`= participants.id` : sql`is null`;
  return sql`exists (
    select from trip_questions question where question.trip_id = participants.trip_id and question.is_required
      and question.ended_at is null and question.per = ${sql.lit(per)} and not exists (
        select from answers where answers.reservation_id = participants.reservation_id
          and answers.participant_id ${whose} and answers.question_id = question.id))`;
}

// In the statement that reserves, its people are not in the table yet: the first has the position 0.
const isFirst: RawBuilder<boolean> = sql`participants.position = coalesce((
  select min(first.position) from participants as first
  where first.reservation_id = participants.reservation_id and first.removed_at is null), 0)`;

/** The fields that the passenger list requires and a row of `participants` lacks; `trips` is its trip. */
export function missingFields(timeZone: string | RawBuilder<string>): RawBuilder<ParticipantField[]> {
  return sql`array_remove(array[
    ${sql.join(missingData)},
    case when trips.interstate and participants.document_type = 'birth_certificate' and ${ageOnDeparture(timeZone)} >= 12
      then 'photoDocument' end,
    case when participants.companion_id is null and ${ageOnDeparture(timeZone)} < 16 then 'companionId' end,
    case when ${ageOnDeparture(timeZone)} < ${sql.lit(ADULT_AGE)} and not exists (
      select from minor_statements where minor_statements.reservation_id = participants.reservation_id)
      then 'minorStatement' end,
    case when participants.boarding_point_id is null and participants.takes_place and trips.boarding_points <> '[]'
      then 'boardingPointId' end,
    case when ${lacksAnswers('participant')} then 'answers' end,
    case when ${lacksAnswers('reservation')} and ${isFirst} then 'reservationAnswers' end], null)`;
}

/** The price of a row of `participants`, in centavos; 0 once they have left. */
export const fareCents: RawBuilder<number> = sql`coalesce((
  select line.unit_cents from reservation_lines line
  where line.reservation_id = participants.reservation_id and line.participant_id = participants.id
    and line.kind = 'fare' and line.ended_at is null), 0)`;

/** The number of a row of `participants` among the active participants of the reservation in order, from 1. */
export const participantNumber: RawBuilder<number> = sql`(
  select count(*)::integer from participants as counted
  where counted.reservation_id = participants.reservation_id and counted.removed_at is null
    and counted.position <= participants.position)`;

/** The name of an active participant, or their number. */
export async function readParticipantName(db: Database, id: string): Promise<string> {
  const person = db
    .selectFrom('participants')
    .select(['name', participantNumber.as('number')])
    .where('id', '=', id);
  return participantName(await person.executeTakeFirstOrThrow());
}

/** Whether a companion link of a row of `participants` exists. */
const hasLink: RawBuilder<boolean> = sql`exists (select from participant_links where participant_links.participant_id = participants.id)`;

/** The travel authorisation of a row of `participants`; null of everybody who needs none. */
export function travelAuthorization(timeZone: string | RawBuilder<string>): RawBuilder<TravelAuthorization | null> {
  return travelAuthorizationOf(ageOnDeparture(timeZone), timeZone);
}

/** The vehicle in which the person of a row of `participants` sits, if the trip has several. */
export const seatVehicle: RawBuilder<string | null> = sql`(
  select own.name from trip_vehicles own where own.id = participants.trip_vehicle_id
    and exists (select from trip_vehicles other where other.trip_id = own.trip_id and other.id <> own.id))`;

/**
 * What follows for a row of `participants` from `trips`, of which only departure, boarding points and kind are read.
 */
export function columnsByTrip(timeZone: string | RawBuilder<string>) {
  return [ageOnDeparture(timeZone).as('age'), missingFields(timeZone).as('missing')] as const;
}

/** Columns of {@link ParticipantRow} of `participants` joined with `trips`. */
export function participantColumns(timeZone: string | RawBuilder<string>) {
  return [
    ...columnsByTrip(timeZone),
    hasLink.as('has_link'),
    seatVehicle.as('seat_vehicle'),
    fareCents.as('price_cents'),
    travelAuthorization(timeZone).as('authorization'),
  ] as const;
}

/** The participants of reservations, without the removed ones, by reservation and position. */
export function listParticipants(db: Database, reservationIds: string[], timeZone: string): Promise<ParticipantRow[]> {
  if (reservationIds.length === 0) return Promise.resolve([]);
  return db
    .selectFrom('participants')
    .innerJoin('trips', 'trips.id', 'participants.trip_id')
    .selectAll('participants')
    .select(participantColumns(timeZone))
    .where('participants.reservation_id', 'in', reservationIds)
    .where('participants.removed_at', 'is', null)
    .orderBy('participants.reservation_id')
    .orderBy('participants.position')
    .execute();
}

/** Which of these people are going on a trip. */
export async function travellersAmong(db: Database, tripId: string, userIds: string[]): Promise<Set<string | null>> {
  const rows = await db
    .selectFrom('participants')
    .select('user_id')
    .where('user_id', '=', sqlAny(userIds, 'uuid'))
    .where('trip_id', '=', tripId)
    .where('is_active', '=', true)
    .where('removed_at', 'is', null)
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
}
