import { GOOGLE_BASE } from '@passeio/contract/paths';
import * as openid from 'openid-client';
import type { GoogleConfig } from '../../config.ts';
import { GoogleDenied, type GoogleSignIn } from './port.ts';

const TIMEOUT_S = 5;
const DISCOVERY_LIFETIME_MS = 24 * 60 * 60_000;

/** Google through OpenID Connect: authorization code with PKCE, ID tokens with a checked signature. */
export function googleSignIn({ issuer, clientId, clientSecret }: GoogleConfig, publicUrl: string): GoogleSignIn {
  const redirectUri = `${publicUrl}${GOOGLE_BASE}/callback`;
  let known: { provider: Promise<openid.Configuration>; at: number } | undefined;

  function discover(): Promise<openid.Configuration> {
    if (known && performance.now() - known.at < DISCOVERY_LIFETIME_MS) return known.provider;
    const provider = openid.discovery(new URL(issuer), clientId, clientSecret, undefined, {
      timeout: TIMEOUT_S,
      execute: [
        openid.enableNonRepudiationChecks,
        ...(issuer.startsWith('http:') ? [openid.allowInsecureRequests] : []),
      ],
    });
    const found = { provider, at: performance.now() };
    known = found;
    // The next sign-in asks again.
    provider.catch(() => {
      if (known === found) known = undefined;
    });
    return provider;
  }

  return {
    async begin() {
      const provider = await discover();
      const attempt = {
        state: openid.randomState(),
        nonce: openid.randomNonce(),
        verifier: openid.randomPKCECodeVerifier(),
      };
      const url = openid.buildAuthorizationUrl(provider, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        prompt: 'select_account',
        code_challenge: await openid.calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
        state: attempt.state,
        nonce: attempt.nonce,
      });
      return { url: url.href, attempt };
    },
    async finish(search, { state, nonce, verifier }) {
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
      const cameBack = new URL(`${redirectUri}${search}`);
      const tokens = await openid.authorizationCodeGrant(await discover(), cameBack, checks).catch(explainDenial);
      const { email, email_verified, name }: Record<string, unknown> = tokens.claims() ?? {};
      return { email: textOf(email), isVerified: email_verified === true, name: textOf(name) };
    },
  };
}

/**
 * Whether Google knows the client and the address to which it sends people back: it is asked for the person of a code
 * that nobody has, which it refuses last.
 */
export async function tryGoogle(
  config: GoogleConfig,
  publicUrl: string,
): Promise<'accepted' | 'client' | 'redirect' | 'unreachable'> {
  const { issuer, clientId, clientSecret } = config;
  const insecure = issuer.startsWith('http:') ? [openid.allowInsecureRequests] : [];
  try {
    const options = { timeout: TIMEOUT_S, execute: insecure };
    const provider = await openid.discovery(new URL(issuer), clientId, clientSecret, undefined, options);
    const cameBack = new URL(`${publicUrl}${GOOGLE_BASE}/callback?code=teste`);
    await openid.authorizationCodeGrant(provider, cameBack, { pkceCodeVerifier: openid.randomPKCECodeVerifier() });
    return 'accepted';
  } catch (error) {
    const said = error instanceof openid.ResponseBodyError ? error.error : undefined;
    if (said === 'invalid_grant') return 'accepted';
    if (said === 'redirect_uri_mismatch') return 'redirect';
    // Google says 401 by the standard's header, too.
    const isOfClient = error instanceof openid.WWWAuthenticateChallengeError || said !== undefined;
    return isOfClient ? 'client' : 'unreachable';
  }
}

function explainDenial(error: unknown): never {
  const isDenied = error instanceof openid.AuthorizationResponseError && error.error === 'access_denied';
  throw isDenied ? new GoogleDenied() : error;
}

function textOf(claim: unknown): string {
  return typeof claim === 'string' ? claim : '';
}
