import { randomUUID } from 'node:crypto';
import { type Attendance, type AttendanceCorrection, attendanceClosesAt } from '@passeio/contract/boarding/boarding';
import { nameWithPayer } from '@passeio/contract/reservations/participant-names';
import { type Actor, callerOfActor, recordAudit } from '../../platform/audit/audit.ts';
import type { DatabaseTransaction } from '../../platform/database/connect.ts';
import { AppError } from '../../platform/http/errors.ts';
import { reservationSubject } from '../reservations/index.ts';
import { goingAmong, insertTaps } from './boarding.queries.ts';
import { requireTrip } from './boarding.ts';

/**
 * Says after attendance has closed whether somebody travelled, and why it was wrong: a tap with a reason, which is the
 * last. Throws TRIP_NOT_FOUND, PARTICIPANT_NOT_FOUND, or ATTENDANCE_OPEN while phones may still tap.
 */
export async function correctAttendance(
  trx: DatabaseTransaction,
  actor: Actor,
  { tripId, participantId }: { tripId: string; participantId: string },
  { decision, reason }: AttendanceCorrection,
): Promise<Attendance> {
  const trip = await requireTrip(trx, tripId);
  if (attendanceClosesAt(trip.returns_at) > new Date()) throw new AppError('ATTENDANCE_OPEN');
  const [person] = await goingAmong(trx, tripId, [participantId]);
  if (!person) throw new AppError('PARTICIPANT_NOT_FOUND');
  const tap = { id: randomUUID(), participantId, decision, tappedAt: new Date().toISOString(), clockOffsetMs: 0 };
  // No phone's.
  const origin = { tripId, deviceId: randomUUID(), reason, recorded_by: callerOfActor(actor).id };
  const [recorded] = await insertTaps(trx, origin, [tap]);
  const decidedAt = (recorded?.decided_at ?? new Date()).toISOString();
  const payer = { name: person.payer_name };
  await recordAudit(trx, actor, {
    action: 'reservation.attendance_corrected',
    subject: reservationSubject({ id: person.reservation_id, code: person.code }, payer, trip),
    changes: {
      participant: [null, nameWithPayer(person, payer)],
      attendance: [null, decision],
      reason: [null, reason],
    },
  });
  return { tapId: tap.id, decision, decidedAt };
}
