import type { Attendance, AttendanceCorrection } from '@passeio/contract/boarding/boarding';
import { boardingRoutes } from '@passeio/contract/boarding/boarding-routes';
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
  const input = { params: { tripId, participantId }, body: correction };
  return answered(apiInPlace.call(boardingRoutes.correctAttendance, input));
}

export function loadDeparted(signal: AbortSignal): Promise<DepartedTrips> {
  return answered(api.get(apiPaths.departedTrips, departedTrips, { signal }));
}
