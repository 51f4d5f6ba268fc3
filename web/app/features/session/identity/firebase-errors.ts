import { IdentityError } from './error';

/** Firebase's error codes and the port's. An unmapped one is a refusal without a code. */
const codes: Record<string, string> = {
  'auth/invalid-credential': 'INVALID_EMAIL_OR_PASSWORD',
  'auth/wrong-password': 'INVALID_EMAIL_OR_PASSWORD',
  'auth/user-not-found': 'INVALID_EMAIL_OR_PASSWORD',
  'auth/invalid-email': 'INVALID_EMAIL_OR_PASSWORD',
  'auth/user-disabled': 'INVALID_EMAIL_OR_PASSWORD',
  'auth/invalid-action-code': 'INVALID_TOKEN',
  'auth/expired-action-code': 'TOKEN_EXPIRED',
  'auth/weak-password': 'PASSWORD_TOO_COMMON',
  'auth/password-does-not-meet-requirements': 'PASSWORD_TOO_COMMON',
  'auth/requires-recent-login': 'SIGN_IN_AGAIN',
  'auth/user-token-expired': 'SIGN_IN_AGAIN',
};

const unreachable = ['auth/network-request-failed', 'auth/internal-error', 'auth/timeout'];

/** Firebase's error code, '' for other errors. */
export function firebaseCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  return typeof code === 'string' ? code : '';
}

/** Maps an SDK error to an IdentityError. */
export function toIdentityError(error: unknown): IdentityError {
  const code = firebaseCode(error);
  if (code === '' || unreachable.includes(code)) return new IdentityError('unreachable', code);
  if (code === 'auth/too-many-requests' || code === 'auth/quota-exceeded') return new IdentityError('tooMany', code);
  return new IdentityError('refused', codes[code] ?? code);
}
