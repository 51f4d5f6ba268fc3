import { describe, expect, it } from 'vitest';
import { toIdentityError } from './firebase';

function firebaseError(code: string): Error {
  return Object.assign(new Error(code), { code });
}

describe("Firebase's errors in the port's terms", () => {
  it.each([
    ['auth/invalid-credential', 'refused', 'INVALID_EMAIL_OR_PASSWORD'],
    ['auth/user-not-found', 'refused', 'INVALID_EMAIL_OR_PASSWORD'],
    ['auth/user-disabled', 'refused', 'INVALID_EMAIL_OR_PASSWORD'],
    ['auth/invalid-action-code', 'refused', 'INVALID_TOKEN'],
    ['auth/expired-action-code', 'refused', 'TOKEN_EXPIRED'],
    ['auth/weak-password', 'refused', 'PASSWORD_TOO_COMMON'],
    ['auth/too-many-requests', 'tooMany', 'auth/too-many-requests'],
    ['auth/network-request-failed', 'unreachable', 'auth/network-request-failed'],
    ['auth/something-new', 'refused', 'auth/something-new'],
  ])('%s is %s %s', (code, failure, expected) => {
    expect(toIdentityError(firebaseError(code))).toMatchObject({ failure, code: expected });
  });

  it('takes an error that is not its own for no answer', () => {
    expect(toIdentityError(new TypeError('boom'))).toMatchObject({ failure: 'unreachable', code: '' });
  });
});
