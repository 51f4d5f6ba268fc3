import { randomUUIDv7 } from 'node:crypto';
import { IDENTITY_BASE } from '@passeio/contract/paths';
import { betterAuth } from 'better-auth';
import { jwt } from 'better-auth/plugins';
import { createLocalJWKSet, errors, type JSONWebKeySet, jwtVerify } from 'jose';
import type pg from 'pg';
import { CLIENT_ADDRESS_HEADER, mountEmbeddedRoutes } from './embedded-routes.ts';
import type { IdentityAdministration, IdentityProvider } from './port.ts';

const ALGORITHM = 'EdDSA';
const TOKEN_LIFETIME = '1h';
const SESSION_LIFETIME_S = 30 * 24 * 60 * 60;
const SESSION_REFRESH_S = 24 * 60 * 60;
const PASSWORD_LENGTH = { min: 8, max: 128 };

export interface EmbeddedIdentityOptions {
  /** Connections whose search path is the schema "identity". */
  pool: pg.Pool;
  /** Where the application is reached: issuer and audience of the tokens, and the origin that may sign in. */
  publicUrl: string;
  /** Other origins that are this application too, as 127.0.0.1 is on the developer's machine. */
  moreOrigins: string[];
  /** Signs cookies and encrypts the stored signing keys: at least 32 random characters. */
  secret: string;
}

/** The embedded identity provider: Better Auth on our own database. */
export function embeddedIdentity(options: EmbeddedIdentityOptions): IdentityProvider & IdentityAdministration {
  const auth = createAuth(options);
  const keys = new KeySet(() => auth.api.getJwks() as Promise<JSONWebKeySet>);
  const { pool, publicUrl: issuer } = options;

  return {
    async verify(token) {
      const claims = await keys.verify(token, issuer);
      if (!claims || !(await isSessionOpen(pool, claims.sessionId, claims.subject))) return undefined;
      return { issuer, subject: claims.subject, email: claims.email };
    },
    mount(app) {
      mountEmbeddedRoutes(app, auth.handler, options.publicUrl);
    },
    async createPerson(person) {
      const { user } = await auth.api.signUpEmail({ body: person });
      return { issuer, subject: user.id, email: user.email };
    },
  };
}

function createAuth({ pool, publicUrl, moreOrigins, secret }: EmbeddedIdentityOptions) {
  return betterAuth({
    database: pool,
    secret,
    baseURL: publicUrl,
    basePath: IDENTITY_BASE,
    trustedOrigins: [publicUrl, ...moreOrigins],
    logger: { disabled: true },
    telemetry: { enabled: false },
    // Our own limiter counts in the database and slows instead of locking out.
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      // Sign-up answers alike for known and unknown addresses; signing in is the next step.
      autoSignIn: false,
      minPasswordLength: PASSWORD_LENGTH.min,
      maxPasswordLength: PASSWORD_LENGTH.max,
    },
    session: { expiresIn: SESSION_LIFETIME_S, updateAge: SESSION_REFRESH_S },
    advanced: {
      database: { generateId: () => randomUUIDv7() },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      useSecureCookies: publicUrl.startsWith('https:'),
      cookiePrefix: 'passeio',
      // The library turns both off under NODE_ENV=test; what is tested must be what runs.
      disableOriginCheck: false,
      disableCSRFCheck: false,
    },
    plugins: [
      jwt({
        jwks: { keyPairConfig: { alg: ALGORITHM, crv: 'Ed25519' } },
        jwt: {
          issuer: publicUrl,
          audience: publicUrl,
          expirationTime: TOKEN_LIFETIME,
          definePayload: ({ user, session }) => ({ email: user.email, sid: session.id }),
        },
      }),
    ],
  });
}

interface TokenClaims {
  subject: string;
  email: string;
  sessionId: string;
}

// The provider's public keys, fetched when first needed and again when a token names a key we do not know,
// but not more often than this: made-up key ids must not turn into database queries.
const REFETCH_AFTER_MS = 30_000;

class KeySet {
  readonly #fetchKeys: () => Promise<JSONWebKeySet>;
  #resolve: ReturnType<typeof createLocalJWKSet> | undefined;
  #fetchedAt = 0;

  constructor(fetchKeys: () => Promise<JSONWebKeySet>) {
    this.#fetchKeys = fetchKeys;
  }

  /** The claims of a token that is ours and still valid; undefined for any other. */
  async verify(token: string, issuer: string): Promise<TokenClaims | undefined> {
    if (!this.#resolve) await this.#refresh();
    const outcome = await this.#tryVerify(token, issuer);
    if (outcome !== 'unknown key') return outcome;
    if (Date.now() - this.#fetchedAt < REFETCH_AFTER_MS) return undefined;
    await this.#refresh();
    const second = await this.#tryVerify(token, issuer);
    return second === 'unknown key' ? undefined : second;
  }

  async #refresh(): Promise<void> {
    const keys = await this.#fetchKeys();
    this.#resolve = createLocalJWKSet(keys);
    this.#fetchedAt = Date.now();
  }

  async #tryVerify(token: string, issuer: string): Promise<TokenClaims | 'unknown key' | undefined> {
    const resolve = this.#resolve;
    if (!resolve) return 'unknown key';
    try {
      const { payload, protectedHeader } = await jwtVerify(token, resolve, {
        algorithms: [ALGORITHM],
        issuer,
        audience: issuer,
        requiredClaims: ['sub', 'exp', 'iat'],
      });
      if (protectedHeader.typ !== undefined && protectedHeader.typ !== 'JWT') return undefined;
      const { sub, email, sid } = payload;
      if (typeof sub !== 'string' || typeof email !== 'string' || typeof sid !== 'string') return undefined;
      return { subject: sub, email: email.toLowerCase(), sessionId: sid };
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey) return 'unknown key';
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }
}

// Signing out deletes the session: its tokens must stop working at once, not when they expire.
async function isSessionOpen(pool: pg.Pool, sessionId: string, subject: string): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'session-open',
    text: 'select from session where id = $1::uuid and "userId" = $2::uuid and "expiresAt" > now()',
    values: [sessionId, subject],
  });
  return rowCount === 1;
}
