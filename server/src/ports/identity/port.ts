import type { IdentitySettings } from '@passeio/contract/settings';
import type { FastifyInstance } from 'fastify';

/** What a valid token says about its bearer. Role and status are never in it: they come from our database. */
export interface VerifiedIdentity {
  /** The provider, as its tokens name themselves ("iss"). */
  issuer: string;
  /** The person at the provider ("sub"). */
  subject: string;
  /** In lower case, as the provider knows it now. */
  email: string;
  /** Whether the provider has seen proof that the address is the person's. */
  emailConfirmed: boolean;
  /** The session that the token belongs to; undefined where the provider does not tell. */
  sessionId?: string;
}

/** Who somebody is at a provider. */
export type IdentityKey = Pick<VerifiedIdentity, 'issuer' | 'subject'>;

/** A browser in which the person is signed in. */
export interface IdentitySession {
  id: string;
  userAgent: string;
  address: string;
  createdAt: Date;
  lastSeenAt: Date;
}

/** The identity provider as the server sees it. */
export interface IdentityProvider {
  /** What the browser needs to know to reach the provider. */
  settings: IdentitySettings;
  /** Origins, beside our own, that the provider's browser part must reach. */
  browserOrigins: string[];
  /**
   * Whose token it is, as far as the token itself tells: enough to look them up while `verify` asks whether to trust it.
   * Undefined for a token that is not genuine.
   */
  holderOf(token: string): Promise<IdentityKey | undefined>;
  /**
   * Checks a bearer token: signature, algorithm, issuer, audience, expiry, and that its session was not ended.
   * Answers undefined for a token that is not to be trusted; throws only when the provider cannot be asked.
   */
  verify(token: string): Promise<VerifiedIdentity | undefined>;
  /** Open sessions, the last seen first; null where the provider does not tell. */
  listSessions(identity: VerifiedIdentity): Promise<IdentitySession[] | null>;
  /** Ends one of the person's sessions; answers whether there was such a one. */
  endSession(identity: VerifiedIdentity, sessionId: string): Promise<boolean>;
  /** Ends all sessions of a person whose access has changed, where the provider can; their next call is judged anew. */
  endSessionsOf(who: IdentityKey): Promise<void>;
  /**
   * Gives a person another address, which they must confirm, and ends their sessions and links; the old address is told.
   * 'taken' where it is somebody else's, 'refused' where the provider lets only the person themself do so.
   */
  changeEmail(who: IdentityKey, email: string): Promise<'changed' | 'taken' | 'refused'>;
  /** Whether the provider has seen proof of the person's address; null where it does not tell about others. */
  isEmailConfirmed(who: IdentityKey): Promise<boolean | null>;
  /** Registers the provider's own routes, for a provider that lives in this process. */
  mount(app: FastifyInstance): void;
}

/**
 * A link in an e-mail, as it is asked for: it is made when the mail is sent, so that it is fresh then and stands nowhere
 * before.
 */
export type LinkRequest =
  | { does: 'resetPassword'; userId: string }
  | { does: 'confirmEmail'; userId: string; email: string }
  /** `email` becomes the person's. */
  | { does: 'changeEmail'; userId: string; email: string }
  /** `email`, an earlier one, becomes the person's again. */
  | { does: 'undoEmailChange'; userId: string; email: string };

/** Makes the links of e-mails, each of which ends the older ones of its kind; undefined where nothing is left to do with one. */
export interface IdentityLinks {
  makeLink(request: LinkRequest): Promise<string | undefined>;
}

/** Who is at the provider, for demonstration data and commands; not part of the running application. */
export interface IdentityAdministration {
  /** Creates a person with a confirmed address; answers them unchanged when they exist already. */
  createPerson(person: { name: string; email: string; password: string }): Promise<VerifiedIdentity>;
  /** A single-use link with which the person sets a password. */
  passwordLink(email: string): Promise<string>;
}
