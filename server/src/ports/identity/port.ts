import type { IdentitySettings } from '@passeio/contract/operator/settings';
import type { FastifyInstance } from 'fastify';

/** The claims of a valid token. Role and status come from our database only. */
export interface VerifiedIdentity {
  /** Names the provider; with Firebase the token's issuer ("iss"). */
  issuer: string;
  /** The person's id at the provider ("sub"). */
  subject: string;
  /** Lower-case, current at the provider. */
  email: string;
  /** Whether the address is confirmed. */
  emailConfirmed: boolean;
  /** Whether signing in takes a second step; undefined if the provider does not say. */
  hasTwoFactor?: boolean;
  /** The token's session; undefined if the provider does not say. */
  sessionId?: string;
}

/** An identity: a subject at an issuer. */
export type IdentityKey = Pick<VerifiedIdentity, 'issuer' | 'subject'>;

/** An open session. */
export interface IdentitySession {
  id: string;
  userAgent: string;
  address: string;
  createdAt: Date;
  lastSeenAt: Date;
}

/** The identity provider, from the server's side. */
export interface IdentityProvider {
  /** Settings for the browser's adapter. */
  settings: IdentitySettings;
  /** Further origins that the browser's adapter connects to. */
  browserOrigins: string[];
  /**
   * The token's identity before `verify` has confirmed it, for looking up the person in parallel. Undefined for a token
   * that is not genuine.
   */
  holderOf(token: string): Promise<IdentityKey | undefined>;
  /**
   * Verifies a bearer token: signature, algorithm, issuer, audience, expiry, open session. Undefined for an invalid
   * token; throws only if the provider is unavailable.
   */
  verify(token: string): Promise<VerifiedIdentity | undefined>;
  /** Open sessions, the last seen first; null if the provider does not say. */
  listSessions(identity: VerifiedIdentity): Promise<IdentitySession[] | null>;
  /** Ends a session of the person; false if there is none. */
  endSession(identity: VerifiedIdentity, sessionId: string): Promise<boolean>;
  /** Ends all sessions after a change of access, if the provider can; access is checked at every request anyway. */
  endSessionsOf(who: IdentityKey): Promise<void>;
  /**
   * Changes a person's address, which they must confirm; ends their sessions and links and notifies the old address.
   * 'taken': it belongs to somebody else; 'refused': only the person may change it at this provider.
   */
  changeEmail(who: IdentityKey, email: string): Promise<'changed' | 'taken' | 'refused'>;
  /** Removes the second step of signing in, and ends the person's sessions; false if the provider has none. */
  removeTwoFactor(who: IdentityKey): Promise<boolean>;
  /**
   * Whether the person has just proved their second step: by a session that is minutes old, or the code of their
   * authenticator, which counts once. True for people without one, and where the provider does not say.
   */
  provesSecondStep(identity: VerifiedIdentity, code: string | undefined): Promise<boolean>;
  /** Whether this is the person's password; false where the account has none. */
  checkPassword(who: IdentityKey & { email: string }, password: string): Promise<boolean>;
  /**
   * Deletes the identity of somebody who erases their data and gave their password, where it is kept elsewhere: that of
   * the embedded provider is erased with their data. Throws if the provider is unavailable or refuses.
   */
  deleteOwn(who: IdentityKey & { email: string }, password: string): Promise<void>;
  /** Whether the person's address is confirmed; null if the provider does not say. */
  isEmailConfirmed(who: IdentityKey): Promise<boolean | null>;
  /** Registers the routes of a provider that runs in this process. */
  mount(app: FastifyInstance): void;
}

/** A link to be created when its e-mail is sent, so that no queue stores it. */
export type LinkRequest =
  | { does: 'resetPassword'; userId: string }
  | { does: 'confirmEmail'; userId: string; email: string }
  /** Changes the person's address to `email`. */
  | { does: 'changeEmail'; userId: string; email: string }
  /** Restores the earlier address `email`. */
  | { does: 'undoEmailChange'; userId: string; email: string };

/** Creates links of e-mails, each invalidating older ones of its kind; undefined if the link is obsolete. */
export interface IdentityLinks {
  makeLink(request: LinkRequest): Promise<string | undefined>;
}

/** User administration for demonstration data and commands; not used by the running application. */
export interface IdentityAdministration {
  /** Creates a person with a confirmed address, or returns the existing one. */
  createPerson(person: { name: string; email: string; password: string }): Promise<VerifiedIdentity>;
  /** A single-use link to set a password. */
  passwordLink(email: string): Promise<string>;
}
