import { type Attendance, type AttendanceCorrection, attendance } from '@passeio/contract/boarding/boarding';
import { apiPaths } from '@passeio/contract/paths';
import {
  type ClosingDraft,
  type DepartedTrips,
  departedTrips,
  type TripClosing,
  tripClosing,
} from '@passeio/contract/payments/trip-closing';
import { answered, api, apiInPlace } from '../session/api';

export function loadClosing(tripId: string, signal: AbortSignal): Promise<TripClosing> {
  return answered(api.get(apiPaths.tripClosing(tripId), tripClosing, { signal }));
}

/** Closes the accounts of a trip; a failure is for the dialog to show. */
export function closeAccounts(tripId: string, draft: ClosingDraft): Promise<TripClosing> {
  return answered(apiInPlace.post(apiPaths.tripClosing(tripId), tripClosing, { body: draft }));
}

/** Corrects who travelled; a failure is for the dialog to show. */
export function correctAttendance(
  tripId: string,
  participantId: string,
  correction: AttendanceCorrection,
): Promise<Attendance> {
  const path = apiPaths.attendanceCorrection(tripId, participantId);
  return answered(apiInPlace.put(path, attendance, { body: correction }));
}

export function loadDeparted(signal: AbortSignal): Promise<DepartedTrips> {
  return answered(api.get(apiPaths.departedTrips, departedTrips, { signal }));
}
