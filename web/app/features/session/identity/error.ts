/** `refused`: by the provider; `tooMany`: rate limited; `unreachable`: no valid answer. */
export type IdentityFailure = 'refused' | 'tooMany' | 'unreachable';

/**
 * A failed call to the identity provider. `code` is one of the port's codes, '' without one; `waitSeconds` is the
 * provider's Retry-After, null without one.
 */
export class IdentityError extends Error {
  readonly failure: IdentityFailure;
  readonly code: string;
  readonly waitSeconds: number | null;

  constructor(failure: IdentityFailure, code = '', waitSeconds: number | null = null) {
    super(`Identity provider: ${failure} ${code}`.trim());
    this.name = 'IdentityError';
    this.failure = failure;
    this.code = code;
    this.waitSeconds = waitSeconds;
  }
}
