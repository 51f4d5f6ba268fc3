/** In localStorage, because a confirmation link opens in another tab. */
export const PENDING_KEY = 'passeio:desejo';

/** Whether something is stored, which may have expired. */
export function hasPendingEnrolment(): boolean {
  try {
    return localStorage.getItem(PENDING_KEY) !== null;
  } catch {
    return false;
  }
}
