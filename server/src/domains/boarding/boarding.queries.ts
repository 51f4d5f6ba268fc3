import type { BoardingDecision, BoardingTap } from '@passeio/contract/boarding/boarding';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { sqlAny } from '../../platform/database/sql-any.ts';
import { participantNumber, seatVehicle, travelAuthorization } from '../reservations/index.ts';

function goingOn(db: Database, tripId: string) {
  return db
    .selectFrom('participants')
    .innerJoin('reservations', 'reservations.id', 'participants.reservation_id')
    .innerJoin('users as payers', 'payers.id', 'reservations.user_id')
    .where('participants.trip_id', '=', tripId)
    .where('participants.is_active', '=', true)
    .where('participants.removed_at', 'is', null)
    .select(['participants.id', 'participants.name', 'participants.reservation_id'])
    .select(['reservations.code', 'payers.name as payer_name'])
    .select(participantNumber.as('number'));
}

export type BoardingRow = Awaited<ReturnType<typeof peopleToBoard>>[number];

/** Everybody who is going on a trip, by name. */
export function peopleToBoard(db: Database, tripId: string, timeZone: string) {
  const last = db
    .selectFrom('boarding_taps')
    .distinctOn('participant_id')
    .select(['participant_id', 'id as tap_id', 'decision', 'decided_at'])
    .where('trip_id', '=', tripId)
    .orderBy('participant_id')
    .orderBy('decided_at', 'desc')
    .orderBy('id', 'desc');
  return goingOn(db, tripId)
    .innerJoin('trips', 'trips.id', 'participants.trip_id')
    .leftJoin('participants as companions', 'companions.id', 'participants.companion_id')
    .leftJoin(last.as('last'), 'last.participant_id', 'participants.id')
    .select([
      'participants.fare_label',
      'participants.takes_place',
      'participants.document_number',
      'participants.boarding_point_id',
      'participants.contact',
      'participants.notes',
      'participants.seat',
      seatVehicle.as('seat_vehicle'),
      travelAuthorization(timeZone).as('authorization'),
      'companions.name as companion_name',
      'payers.contact as payer_contact',
      'reservations.state',
      'reservations.total_cents',
      'reservations.received_cents',
      'last.tap_id',
      'last.decision',
      'last.decided_at',
    ])
    .select(
      sql<boolean>`exists (
        select from receipts where receipts.reservation_id = reservations.id and receipts.state = 'submitted'
      )`.as('has_receipt'),
    )
    .orderBy(sql`case when participants.name = '' then payers.sort_name || ' ~' else participants.sort_name end`)
    .orderBy('participants.reservation_id')
    .orderBy('participants.position')
    .execute();
}

/** What guides took in cash and waits for staff, by reservation of a trip. */
export function cashOfGuides(db: Database, tripId: string) {
  return db
    .selectFrom('cash_with_guides')
    .innerJoin('reservations', 'reservations.id', 'cash_with_guides.reservation_id')
    .select(['reservations.code', sql<number>`sum(amount_cents)::integer`.as('guideCents')])
    .select(sql<string>`string_agg(distinct guide, ' e ')`.as('guides'))
    .where('reservations.trip_id', '=', tripId)
    .groupBy('reservations.code')
    .execute();
}

interface ClaimRow {
  decision: string;
  decided_at: Date;
  by: string;
  device_id: string;
}
type DisagreementRow = { participant_id: string } & ClaimRow & {
    [Key in keyof ClaimRow as `other_${Key}`]: ClaimRow[Key];
  };

/**
 * The people about whom two phones disagree: the last decision of one is not what counts, and was recorded after the
 * phone that decided had last seen the others' taps.
 */
export async function disagreements(db: Database, tripId: string) {
  const { rows } = await sql<DisagreementRow>`
    with taps as (
      select t.*, coalesce(g.name, u.name) as by from boarding_taps t
      left join guide_links g on g.id = t.guide_link_id
      left join users u on u.id = t.recorded_by
      where t.trip_id = ${tripId}
    ), last as (
      select distinct on (participant_id) * from taps order by participant_id, decided_at desc, id desc
    ), of_phone as (
      select distinct on (participant_id, device_id) * from taps
      order by participant_id, device_id, decided_at desc, id desc
    )
    select distinct on (last.participant_id) last.participant_id, last.decision, last.decided_at, last.by,
      last.device_id, other.decision as other_decision, other.decided_at as other_decided_at, other.by as other_by,
      other.device_id as other_device_id
    from last join of_phone other on other.participant_id = last.participant_id and other.device_id <> last.device_id
      and other.decision not in ('undone', last.decision) and other.recorded_at > last.seen_at
    order by last.participant_id, other.decided_at desc`.execute(db);
  return rows;
}

/** The people of these who are going on a trip, with what audit entries about them say. */
export function goingAmong(trx: DatabaseTransaction, tripId: string, participantIds: string[]) {
  return goingOn(trx, tripId).where('participants.id', '=', sqlAny(participantIds, 'uuid')).execute();
}

/** The recorded ones of these taps. */
export function findTaps(trx: DatabaseTransaction, ids: string[]) {
  return trx
    .selectFrom('boarding_taps')
    .select(['id', 'participant_id', 'decision'])
    .where('id', '=', sqlAny(ids, 'uuid'))
    .execute();
}

/** Who tapped: a person of staff, or a guide by their link. */
export type TapRecorder = { recorded_by: string } | { guide_link_id: string };

type TapOrigin = TapRecorder & { tripId: string; deviceId: string; reason?: string };

/** Records taps, and returns those that were not recorded meanwhile. */
export async function insertTaps(
  trx: DatabaseTransaction,
  { tripId, deviceId, reason, ...recorder }: TapOrigin,
  taps: BoardingTap[],
): Promise<{ id: string; participant_id: string; decision: BoardingDecision; decided_at: Date }[]> {
  return trx
    .insertInto('boarding_taps')
    .values(
      taps.map((tap) => ({
        id: tap.id,
        trip_id: tripId,
        participant_id: tap.participantId,
        decision: tap.decision,
        tapped_at: tap.tappedAt,
        clock_offset_ms: tap.clockOffsetMs,
        seen_at: tap.seenAt ?? null,
        device_id: deviceId,
        reason: reason ?? null,
        ...recorder,
      })),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning(['id', 'participant_id', 'decision', 'decided_at'])
    .execute();
}
