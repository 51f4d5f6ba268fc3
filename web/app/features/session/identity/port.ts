export type SecondStepKind = 'passkey' | 'authenticator' | 'recovery';

/** A code of an authenticator, one of the recovery codes, or a passkey, which has no code. */
export interface SecondStep {
  kind: SecondStepKind;
  code: string;
}

/** What an authenticator reads, and the codes for a person who lost it, which are shown once. */
export interface NewTwoFactor {
  uri: string;
  recoveryCodes: string[];
}

/** What a person has added as second steps; dates as in JSON. */
export interface SecondSteps {
  hasAuthenticator: boolean;
  passkeys: readonly Passkey[];
}

export interface Passkey {
  id: string;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
}

/**
 * Keys that a device keeps behind a finger, a face or a PIN. Codes of what the browser asks for: PASSKEY_CANCELLED,
 * PASSKEY_KNOWN, PASSKEY_UNSUPPORTED; of the provider: PASSKEY_REFUSED, PASSKEY_EXPIRED, INVALID_PASSWORD.
 */
export interface Passkeys {
  /** The second steps of the signed-in person. */
  list(): Promise<SecondSteps>;
  /** Answers recovery codes, if it is the first second step. */
  add(passkey: { password: string; site: string; name: string }): Promise<string[]>;
  /** Without any second step left, the recovery codes end too. */
  remove(id: string, password: string): Promise<void>;
  /** Only a person with passkeys can. */
  removeAuthenticator(password: string): Promise<void>;
  /** Answers whose passkey it was, by e-mail; as second step it can only be that of the person with the password. */
  signIn(options: { isSecondStep: boolean }): Promise<string>;
}

/**
 * Port of the identity provider; e-mail and password are sent nowhere else. Calls reject with an `IdentityError` if the
 * provider refuses or is unreachable. Its codes are the same for every provider.
 */
export interface IdentityPort {
  /**
   * Makes an identity and sends its confirmation link. Answers the same for known and unknown addresses and signs
   * nobody in: {@link signIn} afterwards shows whether the address and password belong together.
   */
  signUp(email: string, password: string, name: string): Promise<void>;
  /** Rejects with `SecondStepNeeded` where {@link signInBy} has to follow within ten minutes. */
  signIn(email: string, password: string): Promise<void>;
  /**
   * The second step. Codes: INVALID_CODE, INVALID_BACKUP_CODE and those of passkeys; INVALID_TWO_FACTOR_COOKIE and
   * TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE where the password is needed again.
   */
  signInBy(step: SecondStep): Promise<void>;
  /** Loads the code of passkeys. */
  passkeys(): Promise<Passkeys>;
  /**
   * Begins to add an authenticator; {@link confirmTwoFactor} adds it. No recovery codes where there are some already.
   * Codes: INVALID_PASSWORD.
   */
  addTwoFactor(password: string, site: string): Promise<NewTwoFactor>;
  /** Adds the authenticator, which replaces the session of this browser. Codes: INVALID_CODE. */
  confirmTwoFactor(code: string): Promise<void>;
  /** Recovery codes in place of the former. Codes: INVALID_PASSWORD. */
  renewRecoveryCodes(password: string): Promise<string[]>;
  /** Removes authenticator, passkeys and recovery codes. Codes: INVALID_PASSWORD. */
  removeTwoFactor(password: string): Promise<void>;
  /** Ends the session of this browser. */
  signOut(): Promise<void>;
  /** Sends a link that sets a new password; answers the same whether or not the address is known. */
  sendReset(email: string): Promise<void>;
  /** Sets the password by the code of such a link. Codes: INVALID_TOKEN, or one of `passwordProblems`. */
  confirmReset(code: string, newPassword: string): Promise<void>;
  /** Sends the link that confirms an address; answers the same whether or not it is known. */
  sendConfirmation(email: string): Promise<void>;
  /** Confirms an address by the code of its link. Codes: INVALID_TOKEN, TOKEN_EXPIRED. */
  confirmEmail(code: string): Promise<void>;
  /** Ends the person's other sessions. Codes: INVALID_PASSWORD (the current one), or one of `passwordProblems` (the new one). */
  changePassword(currentPassword: string, newPassword: string): Promise<void>;
  /**
   * Sends a confirmation link to the new address; opening it makes the change. Codes: INVALID_PASSWORD (the current
   * one), SIGN_IN_AGAIN.
   */
  changeEmail(newEmail: string, currentPassword: string): Promise<void>;
  /**
   * Brings an old address back by the code of the link that it got; answers the page for another password. Codes:
   * INVALID_TOKEN.
   */
  undoEmailChange(code: string): Promise<string>;
  /**
   * The bearer token for the API; null when nobody is signed in, which {@link onNoUser} hears of too.
   * Cached until 5 minutes before it expires; `force` asks for a new one at once.
   */
  getToken(options?: { force?: boolean }): Promise<string | null>;
  /** Calls `listener` whenever the provider says that nobody is signed in; answers the unsubscription. */
  onNoUser(listener: () => void): () => void;
}
