import type { Enrolment } from '@passeio/contract/reservations/reservations';
import { lockScreenUrl } from '../session/return-url';
import { whenRestored } from '../session/session';
import { sessionStatus } from '../session/session-status';
import { type PendingTrip, savePendingEnrolment } from './pending-enrolment';

/** Sends a visitor to the login page, which leads to /home, with trip and choice saved; false for who is signed in. */
export async function signInFirst(trip: PendingTrip, choice: Enrolment): Promise<boolean> {
  await whenRestored();
  const status = sessionStatus();
  if (status === 'signedIn') return false;
  savePendingEnrolment(trip, choice);
  window.location.assign(status === 'locked' ? lockScreenUrl('/home') : '/auth/login?returnUrl=/home');
  return true;
}
