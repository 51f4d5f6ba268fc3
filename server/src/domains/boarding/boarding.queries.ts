import type { BoardingDecision, BoardingTap } from '@passeio/contract/boarding/boarding';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/connect.ts';
import { sqlAny } from '../../platform/database/sql-any.ts';
import { participantNumber, seatVehicle } from '../reservations/index.ts';

function goingOn(db: Database, tripId: string) {
  return db
    .selectFrom('participants')
    .innerJoin('reservations', 'reservations.id', 'participants.reservation_id')
    .innerJoin('users as payers', 'payers.id', 'reservations.user_id')
    .where('participants.trip_id', '=', tripId)
    .where('participants.is_active', '=', true)
    .where('participants.removed_at', 'is', null)
    .select(['participants.id', 'participants.name', 'reservations.code', 'payers.name as payer_name'])
    .select(participantNumber.as('number'));
}

export type BoardingRow = Awaited<ReturnType<typeof peopleToBoard>>[number];

/** Everybody who is going on a trip, by name. */
export function peopleToBoard(db: Database, tripId: string) {
  const last = db
    .selectFrom('boarding_taps')
    .distinctOn('participant_id')
    .select(['participant_id', 'id as tap_id', 'decision', 'decided_at'])
    .where('trip_id', '=', tripId)
    .orderBy('participant_id')
    .orderBy('decided_at', 'desc')
    .orderBy('id', 'desc');
  return goingOn(db, tripId)
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
      'companions.name as companion_name',
      'payers.contact as payer_contact',
      'reservations.state',
      'reservations.total_cents',
      'reservations.received_cents',
      'last.tap_id',
      'last.decision',
      'last.decided_at',
    ])
    .orderBy(sql`case when participants.name = '' then payers.sort_name || ' ~' else participants.sort_name end`)
    .orderBy('participants.reservation_id')
    .orderBy('participants.position')
    .execute();
}

/** Those of these people who are going on a trip, with what audit entries about them say. */
export function goingAmong(trx: DatabaseTransaction, tripId: string, participantIds: string[]) {
  return goingOn(trx, tripId)
    .select('participants.reservation_id')
    .where('participants.id', '=', sqlAny(participantIds, 'uuid'))
    .execute();
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
        device_id: deviceId,
        reason: reason ?? null,
        ...recorder,
      })),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning(['id', 'participant_id', 'decision', 'decided_at'])
    .execute();
}
