import { type Attendance, type AttendanceCorrection, attendance } from '@passeio/contract/boarding/boarding';
import { apiPaths } from '@passeio/contract/paths';
import { answered, apiInPlace } from '../session/api';

/** Corrects who travelled; a failure is for the dialog to show. */
export function correctAttendance(
  tripId: string,
  participantId: string,
  correction: AttendanceCorrection,
): Promise<Attendance> {
  const path = apiPaths.attendanceCorrection(tripId, participantId);
  return answered(apiInPlace.put(path, attendance, { body: correction }));
}
