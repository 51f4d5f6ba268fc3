import type { Attendance, AttendanceCorrection } from '@passeio/contract/boarding/boarding';
import { boardingRoutes } from '@passeio/contract/boarding/boarding-routes';
import { answered, apiInPlace } from '../session/api';

/** Corrects who travelled; a failure is for the dialog to show. */
export function correctAttendance(
  tripId: string,
  participantId: string,
  correction: AttendanceCorrection,
): Promise<Attendance> {
  const input = { params: { tripId, participantId }, body: correction };
  return answered(apiInPlace.call(boardingRoutes.correctAttendance, input));
}
