// In localStorage: a confirmation link opens in another tab.
export const PENDING_KEY = 'passeio:desejo';
export const REMEMBERED_KEY = 'passeio:reservas';
export const TOUCHES_KEY = 'passeio:origem';

/** Whether something is stored, which may have expired. */
export function isStored(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}
