/** `refused`: the provider said no; `tooMany`: too many attempts; `unreachable`: no sensible answer came. */
export type IdentityFailure = 'refused' | 'tooMany' | 'unreachable';

/**
 * A failed call to the identity provider. `code` is its word for it as the port names them, '' if it gave none;
 * `waitSeconds` is how long it wants to be left alone, null if it did not say.
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
