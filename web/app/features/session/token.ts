import type { ApiFetch } from '@passeio/contract/web-handler';
import { orFirstAnswer } from './first-view';
import { identity } from './identity';
import { EARLY_MS, expiresSoon, expiryOf } from './identity/token-expiry';
import { storeToken, useUser } from './user-store';

const RENEWAL_TIMEOUT_MS = 5000;
/** The token is renewed at least this often. */
const FORCED_RENEWAL_MS = 3_000_000;
const FIRST_RETRY_MS = 30_000;
const LONGEST_RETRY_MS = 16 * 60_000;
/** `setTimeout` delays are 32-bit: a longer one would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Sends an API call with the user's token, renewed first if it is about to expire. */
export function withToken(send: ApiFetch): ApiFetch {
  return async (path, init = {}) => {
    const headers = new Headers(init.headers);
    const token = await currentToken();
    if (token) headers.set('authorization', `Bearer ${token}`);
    return send(path, { ...init, headers });
  };
}

export const fetchWithToken = withToken(orFirstAnswer((path, init) => fetch(path, init)));

/** Gets and stores a new token; null if nobody is signed in. Rejects if the provider is unreachable. */
export async function requestToken(options: { force: boolean }): Promise<string | null> {
  const token = await (await identity()).getToken(options);
  if (token) storeToken(token);
  return token;
}

let pending: Promise<string | null | undefined> | undefined;

/**
 * Like `requestToken`, but logs a failure and waits for the provider for 5 s at most: the current token, which is
 * answered then, may still be valid. While the provider hangs, later calls do not wait again.
 */
export async function renewToken(options: { force: boolean }): Promise<string | null> {
  const renewal = options.force ? renewInTime(options) : (pending ?? renewInTime(options));
  const token = await renewal;
  return token === undefined ? useUser.getState().user.accessToken : token;
}

/** Undefined if the provider failed or did not answer in time. */
function renewInTime(options: { force: boolean }): Promise<string | null | undefined> {
  const attempt = requestToken(options).catch((error) => void console.warn('Token refresh failed', error));
  const renewal = Promise.race([attempt, timeOut(RENEWAL_TIMEOUT_MS)]);
  pending = renewal;
  void attempt.then(() => {
    if (pending === renewal) pending = undefined;
  });
  return renewal;
}

export function timeOut(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

async function currentToken(): Promise<string | null> {
  const { accessToken } = useUser.getState().user;
  if (accessToken === null || !expiresSoon(accessToken)) return accessToken;
  return renewToken({ force: false });
}

interface RefresherOptions {
  /** Gets a new token, which must then be passed to `follow`. Rejects when the provider is unreachable. */
  renew: (options: { force: true }) => Promise<unknown>;
  /** Whether the provider's own code renews tokens before they expire. */
  providerIsProactive: boolean;
}

/**
 * Renews the token 5 minutes before it expires, and at least every 50 minutes. Retries with exponential backoff (30 s
 * to 16 minutes); failures are only logged.
 */
export function createRefresher({ renew, providerIsProactive }: RefresherOptions) {
  let followed: string | null = null;
  let forced: ReturnType<typeof setInterval> | undefined;
  let early: ReturnType<typeof setTimeout> | undefined;
  let retryMs = FIRST_RETRY_MS;
  let isRetrying = false;

  async function tryToRenew(): Promise<void> {
    try {
      await renew({ force: true });
    } catch (error) {
      console.warn('Token refresh failed', error);
    }
  }

  function renewEarlyIn(waitMs: number): void {
    clearTimeout(early);
    early = setTimeout(renewEarly, Math.min(waitMs, LONGEST_TIMER_MS));
  }

  async function renewEarly(): Promise<void> {
    isRetrying = true;
    await tryToRenew();
    // `follow` has already scheduled the next renewal of a valid token.
    if (followed === null || freshFor(followed) > 0) return;
    renewEarlyIn(retryMs);
    retryMs = Math.min(2 * retryMs, LONGEST_RETRY_MS);
  }

  function startOver(): void {
    clearTimeout(early);
    retryMs = FIRST_RETRY_MS;
    isRetrying = false;
  }

  /** Sets the current token; null stops the timers. */
  function follow(token: string | null): void {
    if (token === followed) return;
    followed = token;
    if (token === null) {
      startOver();
      clearInterval(forced);
      forced = undefined;
      return;
    }
    forced ??= setInterval(tryToRenew, FORCED_RENEWAL_MS);
    if (providerIsProactive) return;
    const waitMs = freshFor(token);
    if (waitMs > 0) startOver();
    // A wrong clock makes even a new token look expired: the backoff continues.
    if (!isRetrying) renewEarlyIn(Math.max(waitMs, 0));
  }

  return { follow };
}

/** Milliseconds until a token should be renewed. */
function freshFor(token: string): number {
  return expiryOf(token) - EARLY_MS - Date.now();
}
