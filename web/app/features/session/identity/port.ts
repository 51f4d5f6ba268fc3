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
  signIn(email: string, password: string): Promise<void>;
  /** Ends the session of this browser. */
  signOut(): Promise<void>;
  /** Sends a link that sets a new password; answers the same whether or not the address is known. */
  sendReset(email: string): Promise<void>;
  /** Sets the password by the code of such a link. Codes: INVALID_TOKEN, PASSWORD_TOO_SHORT, _LONG, _COMMON. */
  confirmReset(code: string, newPassword: string): Promise<void>;
  /** Sends the link that confirms an address; answers the same whether or not it is known. */
  sendConfirmation(email: string): Promise<void>;
  /** Confirms an address by the code of its link. Codes: INVALID_TOKEN, TOKEN_EXPIRED. */
  confirmEmail(code: string): Promise<void>;
  /** Ends the person's other sessions. Codes: INVALID_PASSWORD (the current one), PASSWORD_TOO_... (the new one). */
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
