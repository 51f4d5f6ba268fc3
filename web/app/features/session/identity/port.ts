/**
 * What the web needs from an identity provider; the e-mail and the password go nowhere else.
 * Calls reject with an `IdentityError` when the provider refuses or cannot be reached.
 */
export interface IdentityPort {
  /**
   * Makes an identity. Answers the same for known and unknown addresses and signs nobody in:
   * {@link signIn} afterwards tells whether the address and password belong together.
   */
  signUp(email: string, password: string, name: string): Promise<void>;
  signIn(email: string, password: string): Promise<void>;
  signOut(): Promise<void>;
  /**
   * The bearer token for the API; null when nobody is signed in, which {@link onNoUser} hears of too.
   * Kept until 5 minutes before it expires; `force` asks for a new one at once.
   */
  getToken(options?: { force?: boolean }): Promise<string | null>;
  /** Calls `listener` whenever the provider says that nobody is signed in; answers the unsubscription. */
  onNoUser(listener: () => void): () => void;
}
