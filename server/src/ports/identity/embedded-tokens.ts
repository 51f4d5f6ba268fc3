import { createLocalJWKSet, errors, type JSONWebKeySet, jwtVerify } from 'jose';

/** The only accepted signature algorithm. */
export const TOKEN_ALGORITHM = 'EdDSA';

// Limits database queries for unknown key ids.
const REFETCH_AFTER_MS = 30_000;

// A browser sends the same token for up to an hour: verified signatures are cached.
const CHECKED_TOKENS = 2_000;

export interface TokenClaims {
  subject: string;
  sessionId: string;
}

/** Verifies tokens with the provider's public keys, which are cached through an outage. */
export class TokenChecker {
  readonly #issuer: string;
  readonly #fetchKeys: () => Promise<JSONWebKeySet>;
  #resolve: ReturnType<typeof createLocalJWKSet> | undefined;
  #fetchedAt = 0;
  readonly #checked = new Map<string, { claims: TokenClaims; expiresAt: number }>();

  constructor(issuer: string, fetchKeys: () => Promise<JSONWebKeySet>) {
    this.#issuer = issuer;
    this.#fetchKeys = fetchKeys;
  }

  /** The claims of a valid token; undefined for any other. */
  async check(token: string): Promise<TokenClaims | undefined> {
    const checked = this.#checked.get(token);
    if (checked && Date.now() < checked.expiresAt) return checked.claims;
    if (!this.#resolve) await this.#refresh();
    const outcome = await this.#tryCheck(token);
    if (outcome !== 'unknown key') return outcome;
    if (Date.now() - this.#fetchedAt < REFETCH_AFTER_MS) return undefined;
    await this.#refresh();
    const second = await this.#tryCheck(token);
    return second === 'unknown key' ? undefined : second;
  }

  #remember(token: string, claims: TokenClaims, expiresAt: number): void {
    this.#checked.delete(token);
    this.#checked.set(token, { claims, expiresAt });
    const [oldest] = this.#checked.keys();
    if (this.#checked.size > CHECKED_TOKENS && oldest !== undefined) this.#checked.delete(oldest);
  }

  async #refresh(): Promise<void> {
    this.#resolve = createLocalJWKSet(await this.#fetchKeys());
    this.#fetchedAt = Date.now();
  }

  async #tryCheck(token: string): Promise<TokenClaims | 'unknown key' | undefined> {
    const resolve = this.#resolve;
    if (!resolve) return 'unknown key';
    try {
      const { payload, protectedHeader } = await jwtVerify(token, resolve, {
        algorithms: [TOKEN_ALGORITHM],
        issuer: this.#issuer,
        audience: this.#issuer,
        requiredClaims: ['sub', 'exp', 'iat'],
      });
      if (protectedHeader.typ !== undefined && protectedHeader.typ !== 'JWT') return undefined;
      const { sub, sid, exp } = payload;
      if (typeof sub !== 'string' || typeof sid !== 'string') return undefined;
      const claims = { subject: sub, sessionId: sid };
      this.#remember(token, claims, Number(exp) * 1000);
      return claims;
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey) return 'unknown key';
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }
}
