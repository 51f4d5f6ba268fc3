/** What the end of a sign-in needs of its beginning; only the browser that began it may have it. */
export interface GoogleAttempt {
  state: string;
  nonce: string;
  verifier: string;
}

/** Whom Google has signed in; `isVerified`: whether it vouches for the e-mail. */
interface GooglePerson {
  email: string;
  isVerified: boolean;
  name: string;
}

/** The person refused, at Google. */
export class GoogleDenied extends Error {}

/** Signing in to Google, which says who somebody is and gives access to nothing else. Throws if it is unavailable. */
export interface GoogleSignIn {
  /** Where the browser goes. */
  begin(): Promise<{ url: string; attempt: GoogleAttempt }>;
  /** Whom the query with which the browser came back is about. Throws GoogleDenied, or what is wrong with it. */
  finish(search: string, attempt: GoogleAttempt): Promise<GooglePerson>;
}
