import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify, UnsecuredJWT } from 'jose';
import type { FirebaseConfig } from '../../config.ts';
import type { IdentityProvider, VerifiedIdentity } from './port.ts';

// Source: Firebase, "Verify ID tokens using a third-party JWT library".
const KEYS_URL = 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';
const BROWSER_ORIGINS = ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];
const SIGN_IN_ORIGIN = 'https://identitytoolkit.googleapis.com';
const SIGN_IN_TIMEOUT_MS = 8_000;
const CLOCK_TOLERANCE_S = 5;

/** Firebase Authentication: the browser signs in with its SDK, the server verifies ID tokens. */
export function firebaseIdentity({ projectId, apiKey, authDomain, emulatorHost }: FirebaseConfig): IdentityProvider {
  const issuer = `https://securetoken.google.com/${projectId}`;
  const emulatorUrl = emulatorHost ? `http://${emulatorHost}` : null;
  const keys = createRemoteJWKSet(new URL(KEYS_URL));
  const expected = {
    issuer,
    audience: projectId,
    clockTolerance: CLOCK_TOLERANCE_S,
    requiredClaims: ['sub', 'exp', 'iat'],
  };

  async function claimsOf(token: string): Promise<JWTPayload | undefined> {
    try {
      // Emulator tokens are unsigned. The configuration refuses the emulator in production.
      if (emulatorUrl) return UnsecuredJWT.decode(token, expected).payload;
      const { payload } = await jwtVerify(token, keys, { ...expected, algorithms: ['RS256'] });
      return payload;
    } catch (error) {
      // A time-out while fetching Google's keys becomes a 503.
      if (error instanceof errors.JWKSTimeout || !(error instanceof errors.JOSEError)) throw error;
      return undefined;
    }
  }

  async function verify(token: string): Promise<VerifiedIdentity | undefined> {
    const claims = await claimsOf(token);
    return claims && toIdentity(claims, issuer);
  }

  async function ofAccounts(does: 'signInWithPassword' | 'delete', body: object) {
    const origin = emulatorUrl ? `${emulatorUrl}/identitytoolkit.googleapis.com` : SIGN_IN_ORIGIN;
    const response = await fetch(`${origin}/v1/accounts:${does}?key=${encodeURIComponent(apiKey)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(SIGN_IN_TIMEOUT_MS),
    });
    const answer = (await response.json()) as { localId?: unknown; idToken?: unknown };
    return { ...answer, isOk: response.ok };
  }

  return {
    settings: { provider: 'firebase', apiKey, authDomain, projectId, emulatorUrl },
    browserOrigins: emulatorUrl ? [emulatorUrl] : BROWSER_ORIGINS,
    holderOf: verify,
    verify,
    listSessions: async () => null,
    endSession: async () => false,
    // These need a Google credential, which this server does not have; access is checked at every request anyway.
    endSessionsOf: async () => undefined,
    removeTwoFactor: async () => false,
    provesSecondStep: async () => true,
    async checkPassword({ subject, email }, password) {
      const { isOk, localId } = await ofAccounts('signInWithPassword', { email, password, returnSecureToken: false });
      return isOk && localId === subject;
    },
    // Uses the person's own token, because this server has no credential for other people's.
    async deleteOwn({ subject, email }, password) {
      const signedIn = await ofAccounts('signInWithPassword', { email, password, returnSecureToken: true });
      const isTheirs = signedIn.isOk && signedIn.localId === subject;
      if (!isTheirs || !(await ofAccounts('delete', { idToken: signedIn.idToken })).isOk)
        throw new Error('Firebase did not delete the account');
    },
    changeEmail: async () => 'refused',
    isEmailConfirmed: async () => null,
    mount() {},
  };
}

function toIdentity({ sub, email, email_verified }: JWTPayload, issuer: string): VerifiedIdentity | undefined {
  if (typeof sub !== 'string' || sub === '' || typeof email !== 'string') return undefined;
  return { issuer, subject: sub, email: email.toLowerCase(), emailConfirmed: email_verified === true };
}
