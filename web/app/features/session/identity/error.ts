/** `refused`: the provider said no; `tooMany`: too many attempts; `unreachable`: no sensible answer came. */
export type IdentityFailure = 'refused' | 'tooMany' | 'unreachable';

/** A failed call to the identity provider. `code` is the provider's own word for it, '' if it gave none. */
export class IdentityError extends Error {
  readonly failure: IdentityFailure;
  readonly code: string;

  constructor(failure: IdentityFailure, code = '') {
    super(`Identity provider: ${failure} ${code}`.trim());
    this.name = 'IdentityError';
    this.failure = failure;
    this.code = code;
  }
}
