import type { FastifyInstance } from 'fastify';

/** What a valid token says about its bearer. Role and status are never in it: they come from our database. */
export interface VerifiedIdentity {
  /** The provider, as its tokens name themselves ("iss"). */
  issuer: string;
  /** The person at the provider ("sub"). */
  subject: string;
  /** In lower case. */
  email: string;
}

/** The identity provider as the server sees it. */
export interface IdentityProvider {
  /**
   * Checks a bearer token: signature, algorithm, issuer, audience, expiry, and that its session was not ended.
   * Answers undefined for a token that is not to be trusted; throws only when the provider cannot be asked.
   */
  verify(token: string): Promise<VerifiedIdentity | undefined>;
  /** Registers the provider's own routes, for a provider that lives in this process. */
  mount(app: FastifyInstance): void;
}

/** Creates people at the provider, for demonstration data and commands; not part of the running application. */
export interface IdentityAdministration {
  /** Answers who was created, as {@link VerifiedIdentity} would name them. */
  createPerson(person: { name: string; email: string; password: string }): Promise<VerifiedIdentity>;
}
