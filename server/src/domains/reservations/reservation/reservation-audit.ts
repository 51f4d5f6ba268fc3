import { participantName } from '@passeio/contract/reservations/participant-names';
import { type Actor, type AuditEvent, type Changes, recordAudit } from '../../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import type { TripRow } from '../../trips/index.ts';
import { findPerson } from '../../users/index.ts';
import type { ReservationRow } from './reservations.queries.ts';

/** A reservation as the subject of audit entries. */
export function reservationSubject(
  { id, code }: Pick<ReservationRow, 'id' | 'code'>,
  payer: { name: string },
  trip: { title: string },
) {
  return { type: 'reservation' as const, id, label: `${code} – ${payer.name} (${trip.title})` };
}

/** A boarding point as audit entries show it; null: to be agreed. */
export function boardingPlace({ boarding_points }: Pick<TripRow, 'boarding_points'>, id: string | null) {
  const point = boarding_points.find((one) => one.id === id);
  return point ? `${point.time} ${point.place}` : null;
}

/** The changes of an entry about people of a reservation who board at `point` from now on. */
export function boardingChanges(
  trip: Pick<TripRow, 'boarding_points'>,
  people: readonly { name: string; number: number; boarding_point_id: string | null }[],
  point: string | null,
): Changes {
  const former = new Set(people.map((one) => boardingPlace(trip, one.boarding_point_id)));
  return {
    boardingPoint: [[...former].join(', ') || null, boardingPlace(trip, point)],
    people: [null, people.map(participantName).join(', ')],
  };
}

/** Writes an audit entry about a reservation whose payer's name is still to be read. */
export async function recordReservationAudit(
  trx: DatabaseTransaction,
  actor: Actor,
  { reservation, trip }: { reservation: Pick<ReservationRow, 'id' | 'code' | 'user_id'>; trip: { title: string } },
  event: Omit<AuditEvent, 'subject'>,
): Promise<void> {
  const payer = (await findPerson(trx, reservation.user_id)) ?? { name: '' };
  await recordAudit(trx, actor, { ...event, subject: reservationSubject(reservation, payer, trip) });
}
